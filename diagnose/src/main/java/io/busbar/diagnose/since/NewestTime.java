package io.busbar.diagnose.since;

import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.times.LogTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Looks through files for the newest time that a line begins with. */
public final class NewestTime implements Intake.Visitor {
  /** A leap year, where times without a year stand until a dated one is known. */
  private static final LocalDateTime SOMEWHEN = LocalDateTime.of(2000, 7, 1, 0, 0);

  private @Nullable LogTime dated;
  private @Nullable LogTime undated;

  private NewestTime() {}

  /** Null when no line prints a time. */
  public static @Nullable LogTime of(Collection<Path> paths) {
    NewestTime newest = new NewestTime();
    new Intake(newest).walkAll(paths);
    return newest.dated == null ? newest.undated : newest.dated;
  }

  @Override
  public void file(Artefact artefact) throws IOException {
    try (InputStream in = artefact.open()) {
      ByteLines lines = new ByteLines(in, LineScanner.MAX_LINE_BYTES);
      while (lines.next()) {
        if (LogTime.likely(lines.bytes(), lines.length())) {
          take(lines.text());
        }
      }
    }
  }

  private void take(String line) {
    LogTime found = LogTime.find(line, SOMEWHEN);
    if (found == null) {
      return;
    }
    boolean noYear = Math.abs(found.wall().getYear() - SOMEWHEN.getYear()) <= 1;
    LogTime best = noYear ? undated : dated;
    if (best == null || found.after(best)) {
      dated = noYear ? dated : found;
      undated = noYear ? found : undated;
    }
  }

  @Override
  public void skipped(String name, String why) {
    // said when the files are read for good
  }
}
