package io.busbar.formats.torch;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the messages of PyTorch's watchdog, of all versions, also when a terminal wrapped them. */
public final class WatchdogReader implements LineReader {
  private static final Pattern RANK =
      Pattern.compile("Rank (\\d{1,7})\\](?!.*Rank \\d+\\])|\\[rank(\\d{1,7})\\]");
  private static final Pattern WORK =
      Pattern.compile(
          "WorkNCCL\\((?:SeqNum=(\\d+), )?OpType=(\\w+)(?:,"
              + " (?:NumelIn=(\\d+)|TensorShape=\\[[^]]*\\]))?(?:, NumelOut=\\d+)?(?:,"
              + " Timeout\\(ms\\)=(\\d+))?\\)(?:\\s*ran for (\\d+) milliseconds)?");
  private static final Pattern PROGRESS =
      Pattern.compile(
          "last enqueued (?:NCCL )?work: (-?\\d+), last completed (?:NCCL )?work: (-?\\d+)");
  private static final Pattern GROUP =
      Pattern.compile(
          "\\[PG (?:ID )?([\\w ()]{1,60}?)(?: PG GUID (\\S{1,60}))? Rank (\\d{1,7})\\]");

  private int rank = -1;
  private String group = "";

  @Override
  public String kind() {
    return "PyTorch log";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "atchdog caught collective",
        "WorkNCCL(",
        "last enqueued",
        "detected by watchdog",
        "ProcessGroupNCCL.cpp");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    boolean caught = text.contains("atchdog caught collective");
    Matcher group = GROUP.matcher(text);
    if (group.find()) {
      this.group = group.group(1);
      rank = Integer.parseInt(group.group(3));
    } else {
      Matcher m = RANK.matcher(text);
      if (m.find()) {
        rank = Integer.parseInt(m.group(1) != null ? m.group(1) : m.group(2));
      }
    }
    Matcher work = WORK.matcher(text);
    if (work.find() && (caught || text.contains("ran for"))) {
      found.add(
          new WatchdogTimeout(
              rank,
              number(work.group(1)),
              work.group(2),
              number(work.group(3)),
              number(work.group(4)),
              number(work.group(5)),
              line.place(work.start())));
    }
    Matcher progress = PROGRESS.matcher(text);
    if (progress.find()) {
      found.add(
          new WatchdogProgress(
              rank,
              this.group,
              Long.parseLong(progress.group(1)),
              Long.parseLong(progress.group(2)),
              line.place()));
    }
    return caught && !text.contains("WorkNCCL(");
  }

  private static long number(@Nullable String digits) {
    return digits == null || digits.length() > 18 ? -1 : Long.parseLong(digits);
  }
}
