package io.busbar.formats.cabling;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricDumpReader;
import io.busbar.formats.hosts.NameOrder;
import io.busbar.formats.hosts.SlurmTopologyReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what tools and lists tell of one fabric, whatever each file is, and joins it. Stateless.
 *
 * <p>Limits: 4 GiB for a dump of ibnetdiscover or iblinkinfo, which is read as a stream; 64 MiB for
 * any other file, 4 MiB for JSON and YAML; 20,000 files.
 */
public final class FabricFiles {
  /** What a file may be. */
  public static final String EXPECTED =
      "output of ibnetdiscover or iblinkinfo, LLDP neighbours (lldpctl, show lldp), a Containerlab"
          + " topology, cables of NetBox, a list of cables, or SLURM's topology";

  private static final long MAX_BYTES = 4L << 30;
  private static final int MAX_TEXT = 64 << 20;
  private static final int MAX_FILES = 20_000;
  private static final int HEAD = 1 << 16;

  private static final Pattern DUMP =
      Pattern.compile(
          "(?m)^(?:# Topology"
              + " file|Switch\\s+\\d+\\s+\"S-|Ca\\s+\\d+\\s+\"H-|vendid=|switchguid=|caguid=|(?:SW|CA|RT)\\s+\\d+\\s+\\d+\\s+0x|(?:Switch|CA|Router):"
              + " \\S+)|\\)==>");
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)^(?:lldp(?:ctl|cli)?|show|table|neighbou?rs?|json0?|txt|log|out(?:put)?|interfaces?"
              + "|status|brief|detail|keyvalue|config_?db)[._-]+"
              + "|[._-]{1,8}(?:lldp(?:ctl|cli)?|show|table|neighbou?rs?|json0?|txt|log|out(?:put)?"
              + "|interfaces?|status|brief|detail|keyvalue|config_?db)$");
  private static final Pattern GENERIC =
      Pattern.compile(
          "(?i)|(?:lldp(?:ctl|cli)?|show|table|neighbou?rs?|json0?|out(?:put)?|status|interfaces?|config_?db)");

  /** What has been read so far. */
  private record Read(List<FabricDump> dumps, List<ReportedLinks> told) {}

  /** A line of a template that Containerlab fills in before it reads the file. */
  private static final Pattern TEMPLATE = Pattern.compile("(?m)^\\s*\\{\\{");

  private FabricFiles() {}

  /**
   * @param files and folders, all files of which are taken
   * @throws InputException with everything that is wrong, when a file cannot be read or is nothing
   *     of a fabric
   */
  public static FabricDump read(List<Path> files) {
    Problems problems = new Problems();
    List<Path> found = new ArrayList<>();
    files.forEach(file -> expand(file, found, problems));
    Read read = new Read(new ArrayList<>(), new ArrayList<>());
    for (Path file : found) {
      try {
        UserFile.read(file, MAX_BYTES, in -> read(file, in, read, problems));
      } catch (InputException e) {
        e.problems().forEach(problems::add);
      }
    }
    List<ReportedLinks> told = read.told;
    if (!read.dumps.isEmpty() && found.size() > 1) {
      String hint = "such a dump is of a whole fabric; give it alone";
      problems.add(
          Position.of(read.dumps.getFirst().source()), "", "", "one dump, or other files", hint);
    }
    problems.throwIfAny();
    if (!read.dumps.isEmpty()) {
      return read.dumps.getFirst();
    }
    FabricDump made = Joiner.join(told);
    if (made.cables().isEmpty()) {
      String source = told.isEmpty() ? "" : told.getFirst().source();
      String expected = "cables between hosts and switches";
      String hint =
          made.remarks().isEmpty()
              ? "it tells of no cable, so there is no fabric in it"
              : made.remarks().getFirst().text();
      throw new InputException(new Problem(Position.of(source), "", "", expected, hint));
    }
    return made;
  }

  private static void expand(Path file, List<Path> found, Problems problems) {
    if (!Files.isDirectory(file)) {
      found.add(file);
      return;
    }
    try (Stream<Path> inside = Files.walk(file, 4)) {
      List<Path> all =
          inside
              .filter(Files::isRegularFile)
              .limit(MAX_FILES + 1L)
              .sorted((a, b) -> NameOrder.NAMES.compare(a.toString(), b.toString()))
              .toList();
      if (all.isEmpty() || all.size() > MAX_FILES) {
        String read = all.size() > MAX_FILES ? "more than " + MAX_FILES + " files" : "no files";
        problems.add(Position.of(file.toString()), "", read, "1 to " + MAX_FILES + " files", "");
      } else {
        found.addAll(all);
      }
    } catch (IOException e) {
      UserFile.refusal(file, e).problems().forEach(problems::add);
    }
  }

  /** Whether the file was understood. */
  private static boolean read(Path file, InputStream in, Read into, Problems problems)
      throws IOException {
    BufferedInputStream ahead = new BufferedInputStream(in, HEAD);
    ahead.mark(HEAD);
    String head = new String(ahead.readNBytes(HEAD), StandardCharsets.UTF_8);
    ahead.reset();
    String source = file.toString();
    if (DUMP.matcher(head).find()) {
      return into.dumps.add(FabricDumpReader.read(source, ahead));
    }
    byte[] bytes = ahead.readNBytes(MAX_TEXT + 1);
    Position at = Position.of(source);
    if (bytes.length > MAX_TEXT) {
      problems.add(at, "", "", "at most " + (MAX_TEXT >> 20) + " MiB", "is this the right file?");
      return false;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.startsWith("\uFEFF")) {
      text = text.substring(1);
    }
    ReportedLinks told = told(source, systemOf(file), text, problems);
    if (told == null && !problems.any()) {
      String shown = head.lines().findFirst().orElse("").strip();
      problems.add(at, "", shown.substring(0, Math.min(60, shown.length())), EXPECTED, "");
    }
    return told != null && into.told.add(told);
  }

  /**
   * What a text tells; null when it is nothing of a fabric.
   *
   * @param system whose it is when it does not say
   */
  static @Nullable ReportedLinks told(
      String source, String system, String text, Problems problems) {
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      Tree tree = TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8));
      ReportedLinks told = LldpJson.read(source, system, tree);
      return told == null ? NetBox.read(source, tree) : told;
    }
    if (start.contains("topology:") && start.contains("nodes:") && start.contains("kind:")) {
      if (TEMPLATE.matcher(text).find()) {
        String expected = "a Containerlab topology";
        String hint = "this is a template of one: fill it in first";
        problems.add(Position.of(source), "", "{{", expected, hint);
        return null;
      }
      Tree tree = TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8));
      return Containerlab.knows(tree) && tree instanceof Tree.Mapping m
          ? Containerlab.read(source, m)
          : null;
    }
    if (SlurmTopologyReader.knows(text)) {
      return SlurmCables.of(SlurmTopologyReader.read(source, text, problems));
    }
    if (CableList.knowsGraph(text)) {
      return CableList.graph(source, text);
    }
    if (LldpText.knows(text)) {
      return LldpText.read(source, system, text);
    }
    String head = start.lines().findFirst().orElse("");
    return CableList.knows(head) ? CableList.csv(source, text, problems) : null;
  }

  /** The system that a file is called after: {@code leaf01} of {@code lldp/leaf01_lldpctl.json}. */
  static String systemOf(Path file) {
    Path name = file.getFileName();
    String stem = name == null ? "" : name.toString().replaceFirst("\\.[A-Za-z0-9]{1,5}$", "");
    String before = "";
    while (!stem.equals(before)) {
      before = stem;
      stem = WORDS.matcher(stem).replaceFirst("");
    }
    Path parent = file.getParent();
    if (GENERIC.matcher(stem).matches() && parent != null && parent.getFileName() != null) {
      return parent.getFileName().toString();
    }
    return stem.isEmpty() ? "this" : stem;
  }
}
