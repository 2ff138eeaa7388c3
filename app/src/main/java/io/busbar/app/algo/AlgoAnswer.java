package io.busbar.app.algo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an algorithm is and whether it is right.
 *
 * @param operation as nccl-tests names it
 * @param file that it was read from; null for one of ours
 * @param chunks that the buffer is cut into
 * @param blocks thread blocks of all ranks; null where it has none
 * @param steps of all thread blocks; null where it has none
 * @param streams that a rank may run side by side
 * @param proved null when it was not asked
 * @param faults what is wrong, with the line of the file where there is one
 * @param slots messages that a connection must hold; null when it was not asked
 * @param rounds messages on the longest chain; null when it was not asked
 * @param messages of one pass; null when it was not asked
 */
public record AlgoAnswer(
    String name,
    String operation,
    @Nullable String file,
    int ranks,
    int chunks,
    boolean inPlace,
    @Nullable String protocol,
    @Nullable Long minBytes,
    @Nullable Long maxBytes,
    @Nullable Integer blocks,
    @Nullable Integer steps,
    int streams,
    @Nullable Boolean proved,
    List<Wrong> faults,
    @Nullable Integer slots,
    @Nullable Integer rounds,
    @Nullable Long messages,
    List<String> notes) {

  /**
   * Something wrong.
   *
   * @param line of the file; null for none
   * @param where GPU, block and step
   */
  public record Wrong(@Nullable Integer line, String where, String text) {}
}
