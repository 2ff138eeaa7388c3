package io.busbar.formats.smi;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the matrix of {@code nvidia-smi topo -m} out of a text: of all versions, with tabs or
 * blanks, with the codes that underline its header, with other lines around. The first matrix
 * counts; rows that were cut stay incomplete. Used once; not thread-safe.
 */
public final class SmiTopologyReader {
  private static final Pattern CODES =
      Pattern.compile("\u001b\\[[0-9;]{0,16}[A-Za-z]|\u001b\\([A-Z]");
  private static final Pattern LABEL = Pattern.compile("(GPU\\d{1,3}|NIC\\d{1,3}|[a-z]\\w{1,30})");
  private static final Pattern CELL =
      Pattern.compile("X|NV\\d{1,3}|PIX|PXB|PHB|NODE|SYS|SOC|PSB|N/A");
  private static final Pattern LEGEND =
      Pattern.compile("\\s{0,80}(NIC\\d{1,3}):\\s{0,80}(\\S{1,64})\\s*");
  private static final int MAX_DEVICES = 256;

  private final String source;
  private final Problems warnings = new Problems();
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  private final Map<String, String> nicNames = new LinkedHashMap<>();
  private final List<String> columns = new ArrayList<>();

  private SmiTopologyReader(String source) {
    this.source = source;
  }

  /**
   * Whether a line is the header of a matrix.
   *
   * @param line may hold escape codes
   */
  public static boolean isHeader(String line) {
    List<String> words = words(line);
    return !words.isEmpty()
        && words.getFirst().equals("GPU0")
        && words.stream().noneMatch(CELL.asMatchPredicate());
  }

  /**
   * @throws InputException when there is no matrix in the text
   */
  public static SmiTopology read(String source, String text) {
    return new SmiTopologyReader(source).topology(text);
  }

  private SmiTopology topology(String text) {
    int number = 0;
    boolean inMatrix = false;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      if (columns.isEmpty()) {
        inMatrix = isHeader(line) && header(line);
      } else if (inMatrix) {
        inMatrix = row(line, number);
      }
      legend(line);
    }
    List<String> gpus = columns.stream().filter(c -> c.startsWith("GPU")).toList();
    if (rows.isEmpty() || gpus.isEmpty()) {
      throw new InputException(
          new Problem(
              Position.of(source),
              "",
              "",
              "the matrix of 'nvidia-smi topo -m', beginning with a line of GPU0 GPU1 …",
              "its row of headers may have been cut off"));
    }
    return assemble(gpus);
  }

  private boolean header(String line) {
    for (String word : words(line)) {
      boolean known = LABEL.matcher(word).matches() && columns.size() < MAX_DEVICES;
      if (!known) {
        break; // CPU Affinity and what follows
      }
      columns.add(word);
    }
    return true;
  }

  /** Reads a row; false when the matrix is over. */
  private boolean row(String line, int number) {
    List<String> words = words(line);
    if (words.isEmpty()) {
      return rows.isEmpty(); // a blank line ends the matrix
    }
    String label = words.getFirst();
    if (!columns.contains(label)) {
      return rows.isEmpty();
    }
    List<String> cells = new ArrayList<>();
    for (String word : words.subList(1, words.size())) {
      if (cells.size() < columns.size() && !CELL.matcher(word).matches()) {
        Position at = new Position(source, number, 0);
        String expected = "a relation such as NV18, PIX or SYS of " + columns.get(cells.size());
        warnings.add(at, label, word, expected, "the rest of this row is not used");
        break;
      }
      cells.add(word);
    }
    if (cells.size() < columns.size()) {
      Position at = new Position(source, number, 0);
      warnings.add(at, label, cells.size() + " cells", columns.size() + " cells", "the row is cut");
    }
    rows.putIfAbsent(label, cells);
    return true;
  }

  private void legend(String line) {
    Matcher legend = LEGEND.matcher(CODES.matcher(line).replaceAll(""));
    if (legend.matches() && nicNames.size() < MAX_DEVICES) {
      nicNames.put(legend.group(1), legend.group(2));
    }
  }

  private SmiTopology assemble(List<String> gpus) {
    List<String> nics = columns.stream().filter(c -> !c.startsWith("GPU")).toList();
    List<String> ordered = new ArrayList<>(gpus);
    ordered.addAll(nics);
    List<List<String>> cells = new ArrayList<>();
    List<String> cpus = new ArrayList<>();
    List<String> numas = new ArrayList<>();
    for (String gpu : gpus) {
      List<String> row = rows.get(gpu);
      if (row == null) {
        warnings.add(Position.of(source), gpu, "", "a row of " + gpu, "the matrix is cut");
      }
      cells.add(ordered.stream().map(column -> cell(gpu, column)).toList());
      cpus.add(beyond(row, 0));
      numas.add(beyond(row, 1));
    }
    return new SmiTopology(source, gpus, nics, nicNames, cells, cpus, numas, warnings.list());
  }

  /** A relation holds both ways, so that a cut row is filled from the others. */
  private String cell(String row, String column) {
    String own = at(rows.get(row), columns.indexOf(column));
    return own.isEmpty() ? at(rows.get(column), columns.indexOf(row)) : own;
  }

  /** What stands behind the relations: cores, then NUMA node. */
  private String beyond(@Nullable List<String> row, int column) {
    String text = at(row, columns.size() + column);
    return text.equals("N/A") ? "" : text;
  }

  private static String at(@Nullable List<String> row, int column) {
    return row == null || column >= row.size() ? "" : row.get(column);
  }

  private static List<String> words(String line) {
    String plain = CODES.matcher(line).replaceAll("").strip();
    return plain.isEmpty() ? List.of() : Arrays.asList(plain.split("\\s+"));
  }
}
