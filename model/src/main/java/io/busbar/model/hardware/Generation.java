package io.busbar.model.hardware;

/** Accelerator architectures; constants of the compute model may depend on nothing finer. */
public enum Generation {
  VOLTA,
  AMPERE,
  ADA,
  HOPPER,
  BLACKWELL,
  CDNA2,
  CDNA3,
  CDNA4,
  TPU,
  /** Processor cores of hosts, on which Busbar's own runtime has its ranks. */
  CPU
}
