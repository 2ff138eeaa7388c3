package io.busbar.nccl.time;

/** Who starts the kernels of a collective; it decides the time of small messages. */
public enum Launch {
  /** A process for each GPU, started by MPI or SLURM: ranks reach the call at different times. */
  PROCESSES,
  /** One process with a thread for each GPU ({@code -t N}), or kernels queued ahead of time. */
  THREADS,
  /** One thread starts all GPUs of a process one after the other ({@code -g N}). */
  SERIAL,
  /** A training framework that waits for each call: tens of microseconds of host work. */
  FRAMEWORK
}
