package io.busbar.runtime.buffer;

/** Types of elements, with the names that nccl-tests prints. Byte order is the machine's. */
public enum DType {
  /** {@code float}. */
  FLOAT32("float", 4),
  /** {@code double}. */
  FLOAT64("double", 8),
  /** {@code long}; sums wrap around, as those of all whole numbers. */
  INT64("int64", 8),
  /** {@code int}. */
  INT32("int32", 4),
  /** {@code short}. */
  INT16("int16", 2),
  /** {@code byte}, signed. */
  INT8("int8", 1),
  /** IEEE 754 binary16, in a {@code short}. */
  FLOAT16("half", 2),
  /** The upper half of a {@code float}, in a {@code short}. */
  BFLOAT16("bfloat16", 2);

  private final String ncclTestsName;
  private final int bytes;

  DType(String ncclTestsName, int bytes) {
    this.ncclTestsName = ncclTestsName;
    this.bytes = bytes;
  }

  /** {@return the name that nccl-tests gives it, such as {@code bfloat16}} */
  public String ncclTestsName() {
    return ncclTestsName;
  }

  /** {@return bytes of an element} */
  public int bytes() {
    return bytes;
  }

  /** {@return whether sums are kept in {@code float} and rounded afterwards} */
  public boolean narrow() {
    return this == FLOAT16 || this == BFLOAT16;
  }
}
