package io.busbar.formats.ncclxml;

/**
 * How large a file may be. Those of an element are NCCL's own; the others bound the memory of the
 * reader, at about 40 MB. Constants.
 */
public final class Limits {
  /** Elements of one host that NCCL reads from a topology file. */
  public static final int NCCL_ELEMENTS_PER_HOST = 256;

  /** Children of an element. */
  public static final int CHILDREN = 640;

  /** Attributes of an element. */
  public static final int ATTRIBUTES = 16;

  /** Characters of a name or value. */
  public static final int CHARACTERS = 255;

  /** Elements in each other; a PCIe tree has about ten. */
  public static final int DEPTH = 64;

  /** Elements of a file: more than an NVLink domain of 72 hosts with 256 each. */
  public static final int ELEMENTS = 20_000;

  /** Characters of all names and values that are kept. */
  static final int KEPT_CHARACTERS = 8 << 20;

  /** Bytes of a file, comments included. */
  public static final long BYTES = 64L << 20;

  private Limits() {}
}
