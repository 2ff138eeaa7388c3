package io.busbar.diagnose;

import io.busbar.base.file.UserFile;
import io.busbar.base.report.Block;
import io.busbar.diagnose.Diagnosis.Cause;
import io.busbar.diagnose.Diagnosis.Evidence;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import io.busbar.formats.lines.ByteLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the files once more for the lines around the evidence, for a page that is attached to a
 * ticket. What cannot be read twice, such as standard input, has no context.
 */
public final class EvidenceContext implements Intake.Visitor {
  private static final int AROUND = 3;
  private static final int MOST_FINDINGS = 12;
  private static final int MOST_OF_A_FINDING = 4;
  private static final int MOST_COLUMNS = 300;

  private final Map<String, Set<Integer>> wanted = new LinkedHashMap<>();
  private final Map<String, TreeMap<Integer, String>> lines = new LinkedHashMap<>();

  private EvidenceContext() {}

  /** Lines around the evidence of the first findings; no excerpts when none can be read. */
  public static Block.Excerpts of(Diagnosis diagnosis, Collection<Path> paths) {
    EvidenceContext context = new EvidenceContext();
    List<Cause> causes = diagnosis.findings().stream().limit(MOST_FINDINGS).toList();
    causes.forEach(context::want);
    List<Path> files = paths.stream().filter(UserFile::repeatable).toList();
    if (files.size() == paths.size()) {
      new Intake(context).walkAll(files);
    }
    List<Block.Excerpt> excerpts = new ArrayList<>();
    causes.forEach(cause -> excerpts.addAll(context.excerpts(cause)));
    return new Block.Excerpts("Evidence in context", excerpts);
  }

  private static List<Evidence> quoted(Cause cause) {
    return cause.evidence().stream().filter(e -> e.line() > 0).limit(MOST_OF_A_FINDING).toList();
  }

  private void want(Cause cause) {
    for (Evidence evidence : quoted(cause)) {
      Set<Integer> numbers = wanted.computeIfAbsent(evidence.file(), f -> new TreeSet<>());
      for (int i = -AROUND; i <= AROUND; i++) {
        numbers.add(evidence.line() + i);
      }
    }
  }

  @Override
  public void file(Artefact artefact) throws IOException {
    Set<Integer> numbers = wanted.get(artefact.name());
    if (numbers == null) {
      return;
    }
    TreeMap<Integer, String> found = lines.computeIfAbsent(artefact.name(), f -> new TreeMap<>());
    try (InputStream in = artefact.open()) {
      ByteLines all = new ByteLines(in, 4 * MOST_COLUMNS);
      while (found.size() < numbers.size() && all.next()) {
        if (numbers.contains(all.number())) {
          found.putIfAbsent(all.number(), cut(all.text()));
        }
      }
    }
  }

  private static String cut(String text) {
    return text.length() <= MOST_COLUMNS ? text : text.substring(0, MOST_COLUMNS) + "...";
  }

  @Override
  public void skipped(String name, String why) {
    // said when the files were read for the diagnosis
  }

  private List<Block.Excerpt> excerpts(Cause cause) {
    Map<String, Set<Integer>> marked = new LinkedHashMap<>();
    quoted(cause)
        .forEach(e -> marked.computeIfAbsent(e.file(), f -> new TreeSet<>()).add(e.line()));
    List<Block.Excerpt> excerpts = new ArrayList<>();
    marked.forEach((file, hits) -> {
      List<Block.ExcerptLine> shown = new ArrayList<>();
      lines
          .getOrDefault(file, new TreeMap<>())
          .forEach((number, text) -> {
            if (hits.stream().anyMatch(hit -> Math.abs(hit - number) <= AROUND)) {
              shown.add(new Block.ExcerptLine(number, text, hits.contains(number)));
            }
          });
      if (!shown.isEmpty()) {
        excerpts.add(new Block.Excerpt(cause.code() + " in " + file, shown));
      }
    });
    return excerpts;
  }
}
