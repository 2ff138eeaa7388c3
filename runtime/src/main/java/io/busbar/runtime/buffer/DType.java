package io.busbar.runtime.buffer;

/** Types of elements, with the names that nccl-tests prints. Byte order is the machine's. */
public enum DType {
  FLOAT32("float", 4),
  FLOAT64("double", 8),
  INT64("int64", 8),
  INT32("int32", 4),
  INT16("int16", 2),
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

  /** The name that nccl-tests gives it: {@code bfloat16}. */
  public String ncclTestsName() {
    return ncclTestsName;
  }

  /** Bytes of an element. */
  public int bytes() {
    return bytes;
  }

  /** Whether sums are kept in {@code float} and rounded afterwards. */
  public boolean narrow() {
    return this == FLOAT16 || this == BFLOAT16;
  }
}
