package io.busbar.fleet.wire;

/** Kinds of values; their order is the format. */
enum Tag {
  NULL,
  TEXT,
  KNOWN_TEXT,
  INT,
  LONG,
  DOUBLE,
  TRUE,
  FALSE,
  ENUM,
  RECORD,
  LIST,
  SET,
  MAP,
  BYTES,
  INTS,
  LONGS,
  DOUBLES,
  EMPTY_OPTIONAL,
  OPTIONAL,
  PLATFORM;

  private static final Tag[] ALL = values();

  static Tag of(int number) {
    if (number < 0 || number >= ALL.length) {
      throw new IllegalArgumentException("no kind of value has number " + number);
    }
    return ALL[number];
  }
}
