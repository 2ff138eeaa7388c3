package io.busbar.formats.fabric;

/** A dump with more nodes or cables than any fabric has; reading stops there. */
final class DumpTooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
