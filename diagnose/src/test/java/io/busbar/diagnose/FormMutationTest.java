package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.validate.DiagnosisValidation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cases of the corpus in other forms with the same content: behind prefixes of launchers and
 * collectors, cut down to the lines around the evidence, with hosts of another shape, with lines of
 * ranks in another order. Each form sees a part of the cases; {@code -Dbusbar.forms=all} scores all
 * and prints the table of docs/diagnosis.md.
 */
class FormMutationTest {
  private static final String CUT = "five lines around the evidence";
  private static final int PART = 4;
  private static final double LOSS = 0.03;
  private static final Pattern NCCL_LINE = Pattern.compile("^\\S+?:(\\d+):\\d+ \\[\\d+\\] .*");

  private static Path corpus() {
    Path corpus =
        Stream.of("../../shared", "../shared", "../../../../shared")
            .map(root -> Path.of(root, "corpus", "artefacts"))
            .filter(Files::isDirectory)
            .findFirst()
            .orElse(Path.of("missing"));
    assumeTrue(Files.isDirectory(corpus), "the corpus of artefacts is not here");
    return corpus;
  }

  private static Map<String, UnaryOperator<String>> prefixes() {
    Map<String, UnaryOperator<String>> forms = new LinkedHashMap<>();
    forms.put("kubectl logs --prefix", l -> "[pod/trainer-worker-3/pytorch] " + l);
    forms.put("Open MPI 5", l -> "[prterun-cn0012-4417@1,0]<stdout>: " + l);
    forms.put("Ray", l -> "(RayTrainWorker pid=4417, ip=10.9.8.7) " + l);
    forms.put("torchrun", l -> "[default0]:" + l);
    forms.put("pdsh, DeepSpeed", l -> "cn0012: " + l);
    forms.put("docker compose", l -> "trainer-1  | " + l);
    forms.put("journald", l -> "Jun 04 11:22:33 cn0012 trainer[4417]: " + l);
    forms.put("container runtime", l -> "2031-06-04T11:22:33.123456789Z stderr F " + l);
    forms.put(
        "JSON lines",
        l ->
            "{\"time\":\"2031-06-04T11:22:33Z\",\"log\":\""
                + l.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t")
                + "\\n\"}");
    forms.put("colours", l -> "\u001b[36m" + l + "\u001b[0m");
    forms.put("CRLF", l -> l + "\r");
    forms.put(
        "three nested",
        l -> "2031-06-04T11:22:33.123Z [pod/trainer-3/pytorch] (Worker pid=77, ip=10.9.8.7) " + l);
    return forms;
  }

  private static boolean document(String name) {
    return name.equals("case.yaml") || name.endsWith(".json") || name.endsWith(".xml");
  }

  /** What a form makes of the lines of a file of a case. */
  @FunctionalInterface
  private interface Form {
    List<String> apply(Path folder, String file, List<String> lines) throws IOException;
  }

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    prefixes().forEach((name, f) -> forms.put(name, (d, n, l) -> l.stream().map(f).toList()));
    forms.put(CUT, FormMutationTest::around);
    forms.put(
        "other shapes of hosts",
        (d, n, l) ->
            l.stream().map(x -> x.replaceAll("\\bnode-?(\\d+)\\b", "gb-nvl-rack7-c$1-n")).toList());
    forms.put("ranks in another order", (d, n, l) -> interleaved(l));
    return forms;
  }

  /** Two lines before and behind each line that the case quotes. */
  private static List<String> around(Path folder, String file, List<String> lines)
      throws IOException {
    String truth = Files.readString(folder.resolve("case.yaml"), StandardCharsets.ISO_8859_1);
    TreeSet<Integer> kept = new TreeSet<>();
    Matcher m = Pattern.compile("- file: (\\S+)\\s+line: (\\d+)").matcher(truth);
    while (m.find()) {
      if (m.group(1).equals(file)) {
        int at = Integer.parseInt(m.group(2)) - 1;
        for (int i = Math.max(0, at - 2); i <= Math.min(lines.size() - 1, at + 2); i++) {
          kept.add(i);
        }
      }
    }
    return kept.isEmpty() ? lines : kept.stream().map(lines::get).toList();
  }

  /** Neighbouring lines of two processes change places: each process keeps its own order. */
  private static List<String> interleaved(List<String> lines) {
    List<String> mixed = new ArrayList<>(lines);
    for (int i = 0; i + 1 < mixed.size(); i++) {
      Matcher a = NCCL_LINE.matcher(mixed.get(i));
      Matcher b = NCCL_LINE.matcher(mixed.get(i + 1));
      if (a.matches() && b.matches() && !a.group(1).equals(b.group(1))) {
        mixed.set(i, mixed.set(i + 1, mixed.get(i)));
        i++;
      }
    }
    return mixed;
  }

  @Test
  void another_form_of_the_same_content_has_the_same_cause(@TempDir Path copy) throws IOException {
    boolean all = "all".equals(System.getProperty("busbar.forms"));
    List<Path> folders;
    try (Stream<Path> found = Files.list(corpus())) {
      folders = found.filter(Files::isDirectory).sorted().toList();
    }
    int turn = 0;
    for (Map.Entry<String, Form> form : forms().entrySet()) {
      // A cut takes more away than a prefix does, so all cases are needed to judge it.
      boolean whole = all || form.getKey().equals(CUT);
      Path root = Files.createDirectory(copy.resolve("form" + turn));
      for (int i = 0; i < folders.size(); i++) {
        if (whole || i % PART == turn % PART) {
          write(folders.get(i), root, form.getValue());
        }
      }
      var summary = DiagnosisValidation.run(root, NcclExpectation.inferred()).summary();
      if (all) {
        System.out.printf(
            "| %s | %.1f %% | %.1f %% | %d |%n",
            form.getKey(),
            100 * summary.top1Recall(),
            100 * summary.top3Recall(),
            summary.falseAlarms());
      }
      double allowed = whole ? LOSS : Math.max(LOSS, 1.01 / summary.cases());
      assertThat(summary.top1Recall()).as(form.getKey()).isGreaterThanOrEqualTo(1 - allowed);
      assertThat(summary.falseAlarms()).as(form.getKey()).isZero();
      turn++;
    }
  }

  private static void write(Path folder, Path root, Form form) throws IOException {
    Path to = Files.createDirectory(root.resolve(folder.getFileName().toString()));
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      byte[] bytes = Files.readAllBytes(file);
      if (!document(name)) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        String text = String.join("\n", form.apply(folder, name, lines)) + "\n";
        bytes = text.getBytes(StandardCharsets.UTF_8);
      }
      Files.write(to.resolve(name), bytes);
    }
  }
}
