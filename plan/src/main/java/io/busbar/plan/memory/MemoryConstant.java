package io.busbar.plan.memory;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;

/** All constants of the memory model. Two are fitted; none depends on a system or a source. */
public enum MemoryConstant {
  CONTEXT_BYTES(
      "context_bytes",
      "B",
      "CUDA context and loaded kernels of a process",
      1.65e9,
      Quality.SOURCED,
      "BigScience prequel notes: 1,573 MiB shown by nvidia-smi on A100"),
  COMMUNICATOR_BYTES(
      "communicator_bytes",
      "B",
      "buffers of one communicator of more than one rank",
      0.30e9,
      Quality.FITTED,
      "fitted on 49 published peaks"),
  RESERVE_SHARE(
      "reserve_share",
      "",
      "what the allocator reserves beyond what is allocated within a step",
      0.08,
      Quality.FITTED,
      "fitted on 49 published peaks"),
  BUCKET_ELEMENTS(
      "bucket_elements",
      "",
      "elements of a reduction or gather bucket of DeepSpeed",
      5e8,
      Quality.RECALLED,
      "DeepSpeed configuration, default of reduce_bucket_size and allgather_bucket_size"),
  FITS_SHARE(
      "fits_share",
      "",
      "share of device memory up to which a set-up fits",
      0.92,
      Quality.ASSUMED,
      "8 % kept free for the error of the prediction"),
  TIGHT_SHARE(
      "tight_share",
      "",
      "share of device memory up to which a set-up is tight",
      1.02,
      Quality.ASSUMED,
      "2 % over cannot be distinguished from full: the best-known peaks are predicted within 3 %"),
  CHOICE_SHARE(
      "choice_share",
      "",
      "share of device memory up to which a choice left open counts as fitting",
      0.95,
      Quality.ASSUMED,
      "people fill memory further than a cautious plan would"),
  HOST_SHARE(
      "host_share",
      "",
      "share of host memory that offload may take",
      0.85,
      Quality.ASSUMED,
      "the rest is for the system, loaders of data and their page cache");

  private final Term term;
  private final double value;
  private final Quality quality;

  MemoryConstant(
      String name, String unit, String meaning, double value, Quality quality, String source) {
    this.term = Term.constant(name, unit, meaning, source);
    this.value = value;
    this.quality = quality;
  }

  /** Name, unit, meaning and source. */
  public Term term() {
    return term;
  }

  public double value() {
    return value;
  }

  public Quality quality() {
    return quality;
  }

  double put(Ledger ledger) {
    return ledger.put(term, value, quality, term.source());
  }
}
