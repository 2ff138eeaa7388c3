package io.busbar.model.training;

/** Order of forward and backward passes in a pipeline; see the step model for each bubble. */
public enum PipelineSchedule {
  /** All forwards, then all backwards. */
  GPIPE,
  /** One forward, one backward (Megatron's non-interleaved schedule). */
  ONE_F_ONE_B("1f1b"),
  /** 1F1B over several virtual stages per rank. */
  INTERLEAVED,
  /** Zero-bubble with the memory of 1F1B (ZB-H1, ZB1P). */
  ZERO_BUBBLE_1P("zb-1p"),
  /** Zero-bubble with twice the memory (ZB-H2, ZB2P). */
  ZERO_BUBBLE_2P("zb-2p"),
  /** Zero-bubble in V shape (ZBV). */
  ZERO_BUBBLE_V("zb-v"),
  /** Bidirectional pipeline of DeepSeek-V3, twice the parameters. */
  DUAL_PIPE;

  private final String written;

  PipelineSchedule() {
    this.written = "";
  }

  PipelineSchedule(String written) {
    this.written = written;
  }

  /** As written in files and on the command line. */
  public String written() {
    return written.isEmpty() ? io.busbar.formats.shape.Names.of(this) : written;
  }
}
