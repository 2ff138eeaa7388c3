package io.busbar.nccl.time;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.nccl.api.Protocol;

/**
 * What thread blocks, links and NICs carry for a protocol, bytes per second in one direction. Each
 * rate leaves its reasons in the ledger that it is computed with. Immutable.
 */
final class Rates {
  /**
   * A rate.
   *
   * @param bytesPerSecond of a GPU inside its domain, or of all NICs of a domain
   * @param limit what bounds it
   */
  record Rate(double bytesPerSecond, Limit limit) {}

  static final String INSIDE_NAME = "inside_bytes_per_s";
  static final String NICS_NAME = "nics_bytes_per_s";

  private static final Term INSIDE_LINE =
      Term.input(
          "inside_line_bytes_per_s",
          "B/s",
          "links of a GPU in its domain, line rate, one direction");
  static final Term GPUS =
      Term.input("gpus_in_domain", "", "ranks of a domain, which use all of their NICs");
  private static final Term NIC_LINE =
      Term.input(
          "nic_bytes_per_s_per_gpu",
          "B/s",
          "NICs of a GPU, or what PCIe or staging leave of them, line rate, one direction");
  private static final Term CHANNELS =
      Term.input("channels", "", "thread blocks of a GPU, which NCCL's search gives");

  /** LL sends a flag of four bytes with every four of data. */
  private static final double LL = 0.5;

  /** LL128 sends eight bytes of flags with every 120 of data. */
  private static final double LL128 = 120.0 / 128;

  private static final String PAYLOAD_SOURCE = "NCCL, device code of the protocols";
  private static final Term LL_PAYLOAD =
      Term.constant("ll_payload", "", "part of LL's bytes that is data: 4 of 8", PAYLOAD_SOURCE);
  private static final Term LL128_PAYLOAD =
      Term.constant("ll128_payload", "", "part of LL128's that is: 120 of 128", PAYLOAD_SOURCE);

  private final Hardware hardware;
  private final TimeConstants constants;

  Rates(Hardware hardware, TimeConstants constants) {
    this.hardware = hardware;
    this.constants = constants;
  }

  /**
   * Of a GPU to others of its domain.
   *
   * @param channels thread blocks of each GPU; 0 when unknown
   */
  Rate inside(Protocol protocol, int channels, Ledger ledger) {
    ledger.open(INSIDE_NAME);
    double line = ledger.put(INSIDE_LINE, hardware.insideBytesPerSecond());
    double share = constants.put(ledger, family("scale_up_share"));
    String links = "{inside_line_bytes_per_s} * {" + family("scale_up_share") + "}";
    double rate = line * share;
    if (protocol == Protocol.LL128) {
      rate *= payload(protocol, ledger);
      links += payload(protocol);
    } else if (protocol == Protocol.LL) {
      String own = "{inside_line_bytes_per_s} * {ll_share}";
      double ll = Math.min(rate, line * constants.put(ledger, "ll_share"));
      String text = "min(" + links + ", " + own + ")";
      // Over several domains LL is also bound by its flags.
      boolean flags = hardware.domains() > 1;
      rate = flags ? Math.min(ll, rate * ledger.put(LL_PAYLOAD, LL)) : ll;
      links = flags ? "min(" + text + ", " + links + " * {ll_payload})" : text;
    }
    return bounded(
        INSIDE_NAME,
        "rate of a GPU in its domain",
        rate,
        links,
        hardware.insideLimit(),
        protocol,
        channels,
        ledger);
  }

  /**
   * Of a GPU to switches that add up.
   *
   * @param shareName achieved part of the line rate
   * @param throughNetwork over several domains kernels also hand every chunk to the network and
   *     take it back
   */
  Rate insideReducing(String shareName, boolean throughNetwork, Ledger ledger) {
    ledger.open(INSIDE_NAME);
    double line = ledger.put(INSIDE_LINE, hardware.insideBytesPerSecond());
    double rate = line * constants.put(ledger, shareName);
    String formula = "{inside_line_bytes_per_s} * {" + shareName + "}";
    if (throughNetwork) {
      rate *= constants.put(ledger, "nvls_network_share");
      formula += " * {nvls_network_share}";
    }
    ledger.close(Term.of(INSIDE_NAME, "B/s", "rate of a GPU to its switches", formula), rate);
    return new Rate(rate, hardware.insideLimit());
  }

  /** Of all NICs of a domain together. */
  Rate nics(Protocol protocol, int channels, Ledger ledger) {
    ledger.open(NICS_NAME);
    double each = ledger.put(NIC_LINE, hardware.nicBytesPerSecond());
    double gpus = ledger.put(GPUS, hardware.gpus());
    String shareName = "network_share_" + hardware.wire().shareKey();
    double rate = each * gpus * constants.put(ledger, shareName) * payload(protocol, ledger);
    String formula =
        "{nic_bytes_per_s_per_gpu} * {gpus_in_domain} * {" + shareName + "}" + payload(protocol);
    if (hardware.bridged()) {
      rate *= constants.put(ledger, "host_bridge_share");
      formula += " * {host_bridge_share}";
    }
    return bounded(
        NICS_NAME,
        "rate of the NICs of a domain",
        rate,
        formula,
        hardware.outsideLimit(),
        protocol,
        channels,
        ledger);
  }

  private static double payload(Protocol protocol, Ledger ledger) {
    return switch (protocol) {
      case LL -> ledger.put(LL_PAYLOAD, LL);
      case LL128 -> ledger.put(LL128_PAYLOAD, LL128);
      case SIMPLE -> 1;
    };
  }

  private static String payload(Protocol protocol) {
    return switch (protocol) {
      case LL -> " * {ll_payload}";
      case LL128 -> " * {ll128_payload}";
      case SIMPLE -> "";
    };
  }

  /** Thread blocks bound Simple, whose chunks they copy. */
  private Rate bounded(
      String name,
      String meaning,
      double rate,
      String formula,
      Limit limit,
      Protocol protocol,
      int channels,
      Ledger ledger) {
    if (channels == 0 || protocol != Protocol.SIMPLE) {
      ledger.close(Term.of(name, "B/s", meaning, formula), rate);
      return new Rate(rate, limit);
    }
    String each = "channel_bytes_per_s_" + hardware.family().blockKey();
    double blocks = ledger.put(CHANNELS, channels) * constants.put(ledger, each);
    String own = "{channels} * {" + each + "}";
    String both = Double.isInfinite(rate) ? own : "min(" + formula + ", " + own + ")";
    double least = Math.min(rate, blocks);
    ledger.close(Term.of(name, "B/s", meaning, both), least);
    return new Rate(least, blocks < rate ? Limit.CHANNELS : limit);
  }

  private String family(String name) {
    return name + "_" + hardware.family().key();
  }
}
