package io.busbar.plan.memory;

/** Whether a set-up fits in device memory; see {@link MemoryConstant#FITS_SHARE}. */
public enum Verdict {
  FITS("fits"),
  /** It may fit: what is left is less than the error of the prediction. */
  TIGHT("tight"),
  DOES_NOT_FIT("does not fit");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** In plain words. */
  public String label() {
    return label;
  }

  static Verdict of(double peakBytes, double capacityBytes) {
    if (peakBytes <= MemoryConstant.FITS_SHARE.value() * capacityBytes) {
      return FITS;
    }
    return peakBytes <= MemoryConstant.TIGHT_SHARE.value() * capacityBytes ? TIGHT : DOES_NOT_FIT;
  }
}
