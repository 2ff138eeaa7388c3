package io.busbar.formats.counters;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One name per counter: InfiniBand's attribute names, sysfs names and exporters' names meet here.
 */
public final class CounterNames {
  public static final String SYMBOL_ERRORS = "symbol_errors";
  public static final String LINK_RECOVERIES = "link_recoveries";
  public static final String LINK_DOWNED = "link_downed";
  public static final String RECEIVE_ERRORS = "receive_errors";
  public static final String REMOTE_PHYSICAL_ERRORS = "remote_physical_errors";
  public static final String RELAY_ERRORS = "relay_errors";
  public static final String XMIT_DISCARDS = "xmit_discards";
  public static final String XMIT_WAIT = "xmit_wait";
  public static final String INTEGRITY_ERRORS = "integrity_errors";
  public static final String OVERRUN_ERRORS = "overrun_errors";
  public static final String VL15_DROPPED = "vl15_dropped";
  public static final String XMIT_DATA = "xmit_data";
  public static final String RECEIVE_DATA = "receive_data";

  private static final Pattern EXPORTED =
      Pattern.compile("^(node_infiniband_|infiniband_|ib_|dcgm_fi_dev_)|_total$");

  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("symbolerrorcounter", SYMBOL_ERRORS),
          Map.entry("symbolerror", SYMBOL_ERRORS),
          Map.entry("symbolerrors", SYMBOL_ERRORS),
          Map.entry("linkerrorrecovery", LINK_RECOVERIES),
          Map.entry("linkerrorrecoveries", LINK_RECOVERIES),
          Map.entry("linkrecovers", LINK_RECOVERIES),
          Map.entry("linkerrorrecoverycounter", LINK_RECOVERIES),
          Map.entry("linkdowncounter", LINK_DOWNED),
          Map.entry("linkdowneventsphy", LINK_DOWNED),
          Map.entry("rxcrcerrorsphy", RECEIVE_ERRORS),
          Map.entry("txdiscardsphy", XMIT_DISCARDS),
          Map.entry("portxmitdiscard", XMIT_DISCARDS),
          Map.entry("portrcverror", RECEIVE_ERRORS),
          Map.entry("linkdownedcounter", LINK_DOWNED),
          Map.entry("linkdowned", LINK_DOWNED),
          Map.entry("portrcverrors", RECEIVE_ERRORS),
          Map.entry("portreceiveerrors", RECEIVE_ERRORS),
          Map.entry("porttransmitdiscards", XMIT_DISCARDS),
          Map.entry("rcverrors", RECEIVE_ERRORS),
          Map.entry("porterrorsreceived", RECEIVE_ERRORS),
          Map.entry("portrcvremotephysicalerrors", REMOTE_PHYSICAL_ERRORS),
          Map.entry("portreceiveremotephysicalerrors", REMOTE_PHYSICAL_ERRORS),
          Map.entry("portrcvswitchrelayerrors", RELAY_ERRORS),
          Map.entry("portreceiveswitchrelayerrors", RELAY_ERRORS),
          Map.entry("portxmitdiscards", XMIT_DISCARDS),
          Map.entry("xmtdiscards", XMIT_DISCARDS),
          Map.entry("portdiscardstransmitted", XMIT_DISCARDS),
          Map.entry("portxmitwait", XMIT_WAIT),
          Map.entry("xmtwait", XMIT_WAIT),
          Map.entry("porttransmitwait", XMIT_WAIT),
          Map.entry("locallinkintegrityerrors", INTEGRITY_ERRORS),
          Map.entry("excessivebufferoverrunerrors", OVERRUN_ERRORS),
          Map.entry("excessivebufferoverrun", OVERRUN_ERRORS),
          Map.entry("vl15dropped", VL15_DROPPED),
          Map.entry("portxmitdata", XMIT_DATA),
          Map.entry("portdatatransmittedbytes", XMIT_DATA),
          Map.entry("portrcvdata", RECEIVE_DATA),
          Map.entry("portdatareceivedbytes", RECEIVE_DATA));

  private CounterNames() {}

  /** The counter's name here; names that are not gathered keep their own, in lower case. */
  public static String of(String printed) {
    String lower = EXPORTED.matcher(printed.toLowerCase(Locale.ROOT)).replaceAll("");
    return ALIASES.getOrDefault(lower.replaceAll("[^a-z0-9]", ""), lower);
  }

  /**
   * Whether a value is the largest that a counter of this name can hold, so that it says nothing of
   * how often it happened: 255 and 15 for the short ones, 65,535, 4,294,967,295.
   */
  public static boolean saturated(String name, double value) {
    return switch (name) {
      case LINK_DOWNED, LINK_RECOVERIES -> value == 255;
      case INTEGRITY_ERRORS, OVERRUN_ERRORS -> value == 15;
      case SYMBOL_ERRORS, RECEIVE_ERRORS, XMIT_DISCARDS, RELAY_ERRORS, REMOTE_PHYSICAL_ERRORS ->
          value == 65535 || value == 4294967295.0;
      case XMIT_WAIT, XMIT_DATA, RECEIVE_DATA -> value == 4294967295.0;
      default -> false;
    };
  }
}
