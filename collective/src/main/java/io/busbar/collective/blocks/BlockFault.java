package io.busbar.collective.blocks;

/**
 * Something that is wrong with an algorithm of thread blocks.
 *
 * @param line of the file that it was read from; 0 when it is about no step
 * @param where GPU, block and step
 * @param text a sentence
 */
public record BlockFault(int line, String where, String text) {
  @Override
  public String toString() {
    return where + ": " + text;
  }
}
