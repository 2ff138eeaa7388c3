package io.busbar.tune.roce;

import java.util.Locale;
import java.util.function.Function;

/**
 * What {@link FabricSide} advises, in the words of each vendor's switches: map, flow control, marks
 * and watchdog of one priority. PORT stands for each port of the fabric. They are printed, never
 * run; a switch's own guide comes first. Stateless.
 */
public final class SwitchText {
  /** Bytes of a {@code kbytes} of Arista and NX-OS as they are read here. */
  private static final long KILO = 1000;

  /** Whose switches. */
  public enum Vendor {
    /** SONiC, a part of {@code config_db.json} for {@code config load}. */
    SONIC("sonic", SwitchText::sonic),
    /** Arista EOS, lines of a running configuration. */
    EOS("eos", SwitchText::eos),
    /** Cumulus, commands of NVUE. */
    NVUE("nvue", SwitchText::nvue),
    /** Cisco NX-OS, lines of a running configuration. */
    NXOS("nx-os", SwitchText::nexus);

    private final String id;
    private final Function<FabricSide, String> text;

    Vendor(String id, Function<FabricSide, String> text) {
      this.id = id;
      this.text = text;
    }

    /** As options write it. */
    public String id() {
      return id;
    }

    /** The settings. */
    public String text(FabricSide side) {
      return text.apply(side);
    }
  }

  private SwitchText() {}

  private static String filled(String template, FabricSide side) {
    return template
        .replace("{dscp}", "" + side.dscp())
        .replace("{p}", "" + side.priority())
        .replace("{min}", "" + side.ecnMinBytes())
        .replace("{max}", "" + side.ecnMaxBytes())
        .replace("{min_k}", "" + side.ecnMinBytes() / KILO)
        .replace("{max_k}", "" + side.ecnMaxBytes() / KILO)
        .replace("{percent}", "" + side.ecnMaxPercent())
        .replace("{metres}", String.format(Locale.ROOT, "%.0f", side.cableMetres()));
  }

  /** DSCPs keep the priority DSCP / 8, which hosts give them as well. */
  private static String sonic(FabricSide side) {
    StringBuilder map = new StringBuilder();
    for (int dscp = 0; dscp < 64; dscp++) {
      int priority = dscp == side.dscp() ? side.priority() : dscp / 8;
      map.append(dscp == 0 ? "" : ", ")
          .append('"')
          .append(dscp)
          .append("\": \"")
          .append(priority)
          .append('"');
    }
    return filled(
        """
        {
          "DSCP_TO_TC_MAP": {"BUSBAR": {%s}},
          "PORT_QOS_MAP": {"PORT": {"dscp_to_tc_map": "BUSBAR", "pfc_enable": "{p}", "pfcwd_sw_enable": "{p}"}},
          "QUEUE": {"PORT|{p}": {"wred_profile": "BUSBAR"}},
          "WRED_PROFILE": {"BUSBAR": {"ecn": "ecn_all", "wred_green_enable": "true",
            "green_min_threshold": "{min}", "green_max_threshold": "{max}", "green_drop_probability": "{percent}"}},
          "CABLE_LENGTH": {"AZURE": {"PORT": "{metres}m"}},
          "PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "200"},
            "PORT": {"action": "drop", "detection_time": "200", "restoration_time": "200"}}
        }
        """
            .formatted(map),
        side);
  }

  private static String eos(FabricSide side) {
    return filled(
        """
        qos map dscp {dscp} to traffic-class {p}
        priority-flow-control pause watchdog default timeout 0.2
        !
        interface PORT
           qos trust dscp
           priority-flow-control on
           priority-flow-control priority {p} no-drop
           uc-tx-queue {p}
              random-detect ecn minimum-threshold {min_k} kbytes maximum-threshold {max_k} kbytes max-mark-probability {percent}
        """,
        side);
  }

  private static String nvue(FabricSide side) {
    return filled(
        """
        nv set qos mapping default-global trust l3
        nv set qos mapping default-global dscp {dscp} switch-priority {p}
        nv set qos pfc default-global switch-priority {p}
        nv set qos pfc default-global tx enable
        nv set qos pfc default-global rx enable
        nv set qos pfc default-global cable-length {metres}
        nv set qos congestion-control default-global traffic-class {p} ecn enable
        nv set qos congestion-control default-global traffic-class {p} min-threshold {min}
        nv set qos congestion-control default-global traffic-class {p} max-threshold {max}
        nv set qos congestion-control default-global traffic-class {p} probability {percent}
        nv set interface PORT qos pfc-watchdog state enabled
        nv config apply
        """,
        side);
  }

  private static String nexus(FabricSide side) {
    return filled(
        """
        class-map type qos match-all BUSBAR
          match dscp {dscp}
        policy-map type qos BUSBAR-IN
          class BUSBAR
            set qos-group {p}
        policy-map type network-qos BUSBAR-NETWORK
          class type network-qos c-8q-nq{p}
            pause pfc-cos {p}
            mtu 9216
        policy-map type queuing BUSBAR-OUT
          class type queuing c-out-8q-q{p}
            random-detect minimum-threshold {min_k} kbytes maximum-threshold {max_k} kbytes drop-probability {percent} weight 0 ecn
        system qos
          service-policy type network-qos BUSBAR-NETWORK
          service-policy type queuing output BUSBAR-OUT
        interface PORT
          priority-flow-control mode on
          priority-flow-control watch-dog-interval on
          service-policy type qos input BUSBAR-IN
        """,
        side);
  }
}
