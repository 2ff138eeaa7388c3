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
record Course(
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

  static final Term BYTES = Term.input("size_bytes", "B", "size as nccl-tests counts it");
  static final Term START = Term.input("start_s", "s", "launch and kernel");
  static final Term STEPS = Term.input("steps_s", "s", "hops along the longest chain");
  static final Term INSIDE =
      Term.input("inside_s_per_byte", "s/B", "bytes inside a domain over their rate, per byte");
  static final Term OUTSIDE =
      Term.input("outside_s_per_byte", "s/B", "bytes between domains over their rate, per byte");
  static final Term OVERLAP =
      Term.input("step_overlap", "", "how far steps and bytes hide behind each other");
  static final Term DRIFT = Term.input("drift_s", "s", "how far channels drift apart");
  static final Term FILL = Term.input("fill_s", "s", "filling the pipeline through switches");
  static final Term WIRE =
      Term.of(
          "wire_s",
          "s",
          "bytes over the slower of the two levels",
          "max({size_bytes} * {inside_s_per_byte}, {size_bytes} * {outside_s_per_byte})");
  static final Term PLAIN =
      Term.of("collective_s", "s", "time of the collective", "{start_s} + {steps_s} + {wire_s}");
  static final Term BULK =
      Term.of(
          "collective_s",
          "s",
          "time of the collective",
          "{start_s} + {fill_s} + ({steps_s} ^ {step_overlap} + {wire_s} ^ {step_overlap})"
              + " ^ (1 / {step_overlap}) + sqrt({drift_s} * {wire_s})");

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

  /** The same time, with its reasons left in the ledger. */
  double explain(double bytes, Ledger ledger) {
    ledger.put(START, startSeconds);
    ledger.put(STEPS, stepsSeconds(bytes));
    ledger.put(BYTES, bytes);
    ledger.put(INSIDE, insideSecondsPerByte);
    ledger.put(OUTSIDE, outsideSecondsPerByte);
    ledger.put(WIRE, wireSeconds(bytes));
    boolean plain = overlap == 1 && driftSeconds == 0;
    if (!plain) {
      ledger.put(FILL, fillSecondsPerByte * Math.min(bytes, fillBytes));
      ledger.put(OVERLAP, overlap);
      ledger.put(DRIFT, driftSeconds);
    }
    return ledger.close(plain ? PLAIN : BULK, seconds(bytes));
  }
}
