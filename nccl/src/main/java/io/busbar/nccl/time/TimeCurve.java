package io.busbar.nccl.time;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * The time of one algorithm and protocol on one communicator over the size:
 *
 * <pre>
 *   wire  = max(inside bytes / inside rate, outside bytes / outside rate)
 *   plain = start + steps + wire                                            LL and LL128
 *   bulk  = start + fill + (steps^p + wire^p)^(1/p) + sqrt(drift · wire)    Simple
 * </pre>
 *
 * LL and LL128 wait for every step and then stream; Simple works on chunks, so steps hide behind
 * bytes and bytes behind steps (p between 1, in turn, and infinity, the longer one). The channels
 * of a call advance on their own, and the last to finish counts: like a random walk, its delay
 * grows with the root of the time (drift). A pipeline through switches fills before it flows.
 * Evaluation allocates nothing and costs three powers and a root. Immutable.
 *
 * @param startSeconds launch and kernel
 * @param stepsSeconds all hops
 * @param rendezvousSeconds what hops add when messages are larger than eager ones
 * @param eagerBytes size up to which they do not
 * @param insideSecondsPerByte inverse of the rate inside, times the bytes
 * @param outsideSecondsPerByte the same between domains
 * @param fillSecondsPerByte of the pipeline through switches
 * @param fillBytes size from which the pipeline is full
 * @param overlap p
 * @param driftSeconds drift; 0 for LL and LL128
 * @param insideLimit what the rate inside is the rate of
 * @param outsideLimit the same between domains
 */
record TimeCurve(
    double startSeconds,
    double stepsSeconds,
    double rendezvousSeconds,
    double eagerBytes,
    double insideSecondsPerByte,
    double outsideSecondsPerByte,
    double fillSecondsPerByte,
    double fillBytes,
    double overlap,
    double driftSeconds,
    Limit insideLimit,
    Limit outsideLimit) {

  static final String START = "start_s";
  static final String STEPS = "steps_s";
  static final String INSIDE = "inside_s_per_byte";
  static final String OUTSIDE = "outside_s_per_byte";
  static final String OVERLAP = "step_overlap";
  static final String DRIFT = "channel_drift_s";
  static final String FILL_PER_BYTE = "fill_s_per_byte";
  static final Term FULL =
      Term.of(
          "full_bytes",
          "B",
          "size from which the pipeline through switches is full",
          "{nvls_channels} * {nvls_gpus} * {nvls_chunk_bytes}");
  private static final Term BYTES = Term.input("size_bytes", "B", "size as nccl-tests counts it");
  private static final Term RENDEZVOUS =
      Term.input("rendezvous_s", "s", "what hops add when messages are larger than eager ones");
  private static final Term FILL =
      Term.of(
          "fill_s",
          "s",
          "filling the pipeline through switches",
          "{fill_s_per_byte} * min({size_bytes}, {full_bytes})");
  private static final Term WIRE =
      Term.of(
          "wire_s",
          "s",
          "bytes over the slower of the two levels",
          "max({size_bytes} * {inside_s_per_byte}, {size_bytes} * {outside_s_per_byte})");

  /** Seconds; 0 bytes take the time of the steps. */
  double seconds(double bytes) {
    double wire = wireSeconds(bytes);
    double steps = stepsSeconds(bytes);
    if (overlap == 1 && driftSeconds == 0) {
      return startSeconds + steps + wire;
    }
    return startSeconds
        + fillSecondsPerByte * Math.min(bytes, fillBytes)
        + norm(steps, wire)
        + Math.sqrt(driftSeconds * wire);
  }

  private double stepsSeconds(double bytes) {
    return bytes > eagerBytes ? stepsSeconds + rendezvousSeconds : stepsSeconds;
  }

  private double wireSeconds(double bytes) {
    return bytes * Math.max(insideSecondsPerByte, outsideSecondsPerByte);
  }

  private double norm(double a, double b) {
    if (a == 0 || b == 0) {
      return a + b;
    }
    return Math.pow(Math.pow(a, overlap) + Math.pow(b, overlap), 1 / overlap);
  }

  /** What would have to be faster. */
  Limit limit(double bytes) {
    double wire = wireSeconds(bytes);
    if (seconds(bytes) >= 2 * wire) {
      return Limit.LATENCY;
    }
    return insideSecondsPerByte >= outsideSecondsPerByte ? insideLimit : outsideLimit;
  }

  /** The same time, with its reasons left in the ledger that this curve was made with. */
  double explain(double bytes, Ledger ledger) {
    ledger.put(BYTES, bytes);
    ledger.put(WIRE, wireSeconds(bytes));
    String start = "{" + START + "}";
    String steps = "{" + STEPS + "}";
    if (bytes > eagerBytes && rendezvousSeconds > 0) {
      ledger.put(RENDEZVOUS, rendezvousSeconds);
      steps = "({" + STEPS + "} + {rendezvous_s})";
    }
    if (fillBytes > 0) {
      ledger.put(FILL, fillSecondsPerByte * Math.min(bytes, fillBytes));
      start += " + {fill_s}";
    }
    return ledger.close(term(start, steps), seconds(bytes));
  }

  private Term term(String start, String steps) {
    String formula;
    if (overlap == 1 && driftSeconds == 0) {
      formula = start + " + " + steps + " + {wire_s}";
    } else if (stepsSeconds == 0) {
      // Messages and NVLS: hops are part of the start, not beside the bytes.
      formula = start + " + " + steps + " + {wire_s}";
    } else {
      String p = "{" + OVERLAP + "}";
      formula = start + " + (" + steps + " ^ " + p + " + {wire_s} ^ " + p + ") ^ (1 / " + p + ")";
    }
    String drift = driftSeconds == 0 ? "" : " + sqrt({" + DRIFT + "} * {wire_s})";
    return Term.of("collective_s", "s", "time of the collective", formula + drift);
  }
}
