package io.busbar.base.explain;

/**
 * Where a cost function leaves its reasons while it computes. {@link #OFF} returns the value and
 * does nothing else, so one code path serves both the search over a million layouts and the answer
 * to "why". Not thread-safe; one ledger serves one evaluation.
 */
public interface Ledger {
  /** Keeps nothing. */
  Ledger OFF = new Off();

  /** Whether reasons are kept; guards work that is only needed for them. */
  boolean recording();

  /** Notes a computed term; its formula's names refer to terms put before it. Returns value. */
  double put(Term term, double value);

  /** Notes a figure from outside with its quality and source. Returns value. */
  double put(Term term, double value, Quality quality, String source);

  /** Starts a scope: names put inside are not seen outside after {@link #close}. */
  void open(String scope);

  /** Ends the scope and notes its result outside; the formula may refer to names inside. */
  double close(Term term, double value);

  /** The ledger that keeps nothing. */
  final class Off implements Ledger {
    private Off() {}

    @Override
    public boolean recording() {
      return false;
    }

    @Override
    public double put(Term term, double value) {
      return value;
    }

    @Override
    public double put(Term term, double value, Quality quality, String source) {
      return value;
    }

    @Override
    public void open(String scope) {}

    @Override
    public double close(Term term, double value) {
      return value;
    }
  }
}
