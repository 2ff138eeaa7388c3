package io.busbar.formats.nccllog;

import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log of NCCL: one pass, one line at a time, bounded state. Lines of others, and lines of
 * NCCL that nobody asks for, cost a search for a keyword. An odd line of a kind that is read
 * becomes a warning, and the rest is used. Not thread-safe; one instance reads one log.
 */
public final class NcclLogReader {
  private static final List<String> FUNCTIONS =
      List.of("Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce");
  private static final int MAX_LINE_BYTES = 16 * 1024;
  private static final int SHOWN = 60;

  private final LogLine line;
  private final Consumer<LogEvent> out;
  private final Problems warnings;
  private final TuningLines tuning = new TuningLines();

  private NcclLogReader(String source, Consumer<LogEvent> out, Problems warnings) {
    this.line = new LogLine(source);
    this.out = out;
    this.warnings = warnings;
  }

  /**
   * Reads a log to its end.
   *
   * @param source what positions call it
   * @param out gets what lines say, in the order of the log
   * @param warnings gets lines that could not be read
   */
  public static void read(InputStream in, String source, Consumer<LogEvent> out, Problems warnings)
      throws IOException {
    NcclLogReader reader = new NcclLogReader(source, out, warnings);
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    while (lines.next()) {
      if (reader.line.set(lines.bytes(), lines.length(), lines.number())) {
        reader.message();
      }
    }
  }

  private void message() {
    if (line.messageStarts("NCCL version ")) {
      give(GraphLines.version(line), "NCCL version and a release");
    } else if (line.messageStarts("Pattern ")) {
      give(GraphLines.graph(line), "Pattern, crossNic, nChannels, bw, type, sameChannels");
    } else if (line.messageContains(" nRanks ") && line.messageContains(" nNodes ")) {
      give(GraphLines.layout(line), "comm, rank, nRanks, nNodes, localRanks, localRank");
    } else if (line.messageContains(" coll channels, ")) {
      give(GraphLines.channels(line), "numbers of coll and nvls channels");
    } else if (line.messageContains(" Bytes -> Algo ")) {
      give(GraphLines.choice(line), "Bytes -> Algo, proto, time or channel");
    } else if (line.messageContains("|")) {
      table();
    }
  }

  private void table() {
    if (line.messageStarts("Algorithm ")) {
      tuning.blocks(line);
    } else if (line.messageStarts("Latency/AlgBw ")) {
      tuning.all(line);
    } else if (line.messageStarts("Max NThreads ")) {
      give(tuning.threads(line), "a number of threads in each column, under a header");
    } else {
      for (String function : FUNCTIONS) {
        if (line.messageStarts(function + " |")) {
          give(tuning.row(line, function), "latency/bandwidth in each column, under a header");
        }
      }
    }
  }

  private void give(@Nullable LogEvent event, String expected) {
    if (event != null) {
      out.accept(event);
      return;
    }
    String text = line.text();
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) : text;
    warnings.add(line.position(), "", shown, expected, "");
  }
}
