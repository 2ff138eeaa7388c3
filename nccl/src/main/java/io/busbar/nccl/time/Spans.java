package io.busbar.nccl.time;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.nccl.api.Protocol;
import java.util.function.Function;

/** Bytes over rates: what a byte of the size costs inside domains and between them. Immutable. */
final class Spans {
  static final Term HOPS_INSIDE =
      Term.input("hops_inside", "", "messages inside domains that wait for each other");
  static final Term HOPS_OUTSIDE =
      Term.input("hops_outside", "", "messages between domains that wait for each other");
  static final Term FAR =
      Term.input("far_s", "s", "what switches and cables above the leaf add to a hop");
  private static final Term SENT =
      Term.input("inside_sent", "", "bytes that a GPU sends inside its domain, per byte of size");
  private static final Term COPIED =
      Term.input("inside_copied", "", "bytes that it copies for itself, per byte of size");
  private static final Term NICS_SENT =
      Term.input("nics_sent", "", "bytes that the NICs of a domain send, per byte of size");
  private static final Term BORDER_SENT =
      Term.input("border_sent", "", "bytes that leave a block of the fabric, per byte of size");
  private static final Term BORDER_RANKS =
      Term.input("border_ranks", "", "ranks in a block, whose part of its uplinks counts");
  private static final Term BORDER_OVER =
      Term.input("oversubscription", "", "bandwidth from below a block over bandwidth upwards");
  private static final Term BORDER_NIC =
      Term.of(
          "nic_achieved_bytes_per_s",
          "B/s",
          "what the NICs of a rank achieve",
          "{" + Rates.NICS_NAME + "} / {gpus_in_domain}");
  private static final Term NICS =
      Term.of(
          "nics_s_per_byte",
          "s/B",
          "bytes between domains over the rate of their NICs",
          "{nics_sent} / {" + Rates.NICS_NAME + "}");
  private static final Term BORDER =
      Term.of(
          "border_s_per_byte",
          "s/B",
          "bytes over the busiest oversubscribed border",
          "{border_sent} * {oversubscription} / ({border_ranks} * {nic_achieved_bytes_per_s})");
  private static final Term PAIR_SENT =
      Term.input(
          "border_sent_to_one", "", "bytes that leave a block for one other, per byte of size");
  private static final Term PAIR_OVER =
      Term.input(
          "pair_oversubscription",
          "",
          "bandwidth from below a block over bandwidth of its links to one other");
  private static final Term PAIR =
      Term.of(
          "border_s_per_byte",
          "s/B",
          "bytes over the busiest pair of blocks",
          "{border_sent_to_one} * {pair_oversubscription}"
              + " / ({border_ranks} * {nic_achieved_bytes_per_s})");
  private static final String OUTSIDE_MEANING = "bytes between domains over their rate, per byte";
  private static final Term OUTSIDE_BORDER =
      Term.of(
          TimeCurve.OUTSIDE, "s/B", OUTSIDE_MEANING, "max({nics_s_per_byte}, {border_s_per_byte})");
  private static final Term OUTSIDE =
      Term.of(TimeCurve.OUTSIDE, "s/B", OUTSIDE_MEANING, "{nics_s_per_byte}");
  private static final Term NOT_OUTSIDE =
      Term.input(TimeCurve.OUTSIDE, "s/B", "nothing is sent between domains");
  private static final Term NOT_INSIDE =
      Term.input(TimeCurve.INSIDE, "s/B", "nothing is sent inside domains");

  private final Hardware hardware;
  private final TimeConstants constants;
  private final Rates rates;

  /**
   * What a byte costs.
   *
   * @param limit what bounds it
   */
  record Span(double secondsPerByte, Limit limit) {}

  Spans(Hardware hardware, TimeConstants constants, Rates rates) {
    this.hardware = hardware;
    this.constants = constants;
    this.rates = rates;
  }

  Span inside(Traffic t, Rates.Rate rate, Ledger ledger) {
    if ((t.inside() == 0 && t.copied() == 0) || Double.isInfinite(rate.bytesPerSecond())) {
      return new Span(ledger.put(NOT_INSIDE, 0), rate.limit());
    }
    ledger.open(TimeCurve.INSIDE);
    double bytes = ledger.put(SENT, t.inside());
    String sent = "{inside_sent}";
    if (t.copied() > 0) {
      bytes += ledger.put(COPIED, t.copied()) * constants.put(ledger, "copied_share");
      sent = "({inside_sent} + {inside_copied} * {copied_share})";
    }
    double seconds = bytes / rate.bytesPerSecond();
    ledger.close(
        Term.of(
            TimeCurve.INSIDE,
            "s/B",
            "bytes inside a domain over their rate, per byte",
            sent + " / {" + Rates.INSIDE_NAME + "}"),
        seconds);
    return new Span(seconds, rate.limit());
  }

  /**
   * @param crossing bytes that leave a block behind a border, per byte of size
   */
  Span outside(
      Traffic t, Protocol p, int channels, Function<Border, BorderBytes> crossing, Ledger ledger) {
    if (t.outside() == 0) {
      return new Span(ledger.put(NOT_OUTSIDE, 0), hardware.outsideLimit());
    }
    ledger.open(TimeCurve.OUTSIDE);
    Rates.Rate rate = rates.nics(p, channels, ledger);
    double nics = ledger.put(NICS_SENT, t.outside()) / rate.bytesPerSecond();
    ledger.put(NICS, nics);
    if (hardware.borders().isEmpty()) {
      return new Span(ledger.close(OUTSIDE, nics), rate.limit());
    }
    Border busiest = hardware.borders().getFirst();
    for (Border border : hardware.borders()) {
      double over = border(p, border, crossing, Ledger.OFF);
      busiest = over > border(p, busiest, crossing, Ledger.OFF) ? border : busiest;
    }
    double border = border(p, busiest, crossing, ledger);
    double seconds = ledger.close(OUTSIDE_BORDER, Math.max(nics, border));
    return new Span(seconds, border > nics ? Limit.FABRIC : rate.limit());
  }

  private double border(
      Protocol p, Border border, Function<Border, BorderBytes> crossing, Ledger ledger) {
    ledger.open("border");
    double nic =
        rates.nics(p, 0, ledger).bytesPerSecond() / ledger.put(Rates.GPUS, hardware.gpus());
    ledger.put(BORDER_NIC, nic);
    BorderBytes bytes = crossing.apply(border);
    boolean pair = border.pairIsBusier(bytes);
    ledger.put(pair ? PAIR_SENT : BORDER_SENT, pair ? bytes.toOneBlock() : bytes.all());
    ledger.put(BORDER_RANKS, border.ranks());
    ledger.put(
        pair ? PAIR_OVER : BORDER_OVER,
        pair ? border.pairOversubscription() : border.oversubscription());
    return ledger.close(pair ? PAIR : BORDER, border.seconds(bytes, nic));
  }
}
