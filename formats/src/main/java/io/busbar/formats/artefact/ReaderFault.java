package io.busbar.formats.artefact;

/**
 * A reader broke down over a file: a fault of Busbar. What else the reader would have found there
 * is missing; all other readers went on.
 *
 * @param reader kind of its tool's output
 * @param at the line it was at; line 0 when it read the file as a whole
 * @param what happened, in a few words
 */
public record ReaderFault(String reader, Place at, String what) implements Entry {
  public static ReaderFault of(String reader, Place at, Throwable why) {
    return new ReaderFault(reader, at, told(why));
  }

  /** A breakdown in a few words: what ran out, or what kind of defect it is and where. */
  public static String told(Throwable why) {
    if (why instanceof OutOfMemoryError) {
      return "it needs more memory than there is";
    }
    if (why instanceof StackOverflowError) {
      return "it is nested too deep for the stack";
    }
    StackTraceElement[] trace = why.getStackTrace();
    String where =
        trace.length == 0
            ? ""
            : " in "
                + trace[0].getClassName().replaceFirst(".*\\.", "")
                + "."
                + trace[0].getMethodName()
                + ", line "
                + trace[0].getLineNumber();
    return why.getClass().getSimpleName() + where;
  }
}
