package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.chakra.ChakraGroups;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraReader;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.program.Program.Event;
import io.busbar.simulate.scenario.input.Question.Script;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a program of the traces of Chakra, one file for each rank: {@code PREFIX.0.et}, {@code
 * PREFIX.1.et} and so on. Computations of a rank's GPU follow each other, as do its collectives,
 * which all ranks of a group do together: as rings, an all-to-all directly.
 */
public final class ChakraTraces {
  private static final int MOST_RANKS = 4096;
  private static final int MOST_TASKS = 20_000_000;
  private static final long PS_PER_MICRO = 1_000_000;

  /** A computation without a time takes 1 ns, as in ASTRA-sim. */
  private static final long LEAST_PS = 1000;

  private static final String ENDING = ".et";
  private static final String FIRST = ".0" + ENDING;

  /** Groups of ranks, when they lie beside the traces. */
  public static final String GROUPS = "comm_group.json";

  private final Program.Builder program;
  private final CollectiveTasks collectives;
  private final int ranks;
  private final List<Integer> everybody;
  private final Map<String, List<Integer>> groups;
  private final Problems problems;

  private ChakraTraces(
      int ranks, Map<String, List<Integer>> groups, AstraSystem how, Problems problems) {
    this.ranks = ranks;
    this.groups = groups;
    this.problems = problems;
    everybody = IntStream.range(0, ranks).boxed().toList();
    program = new Program.Builder(ranks);
    collectives = new CollectiveTasks(program, false, how);
  }

  /**
   * Reads the traces of all ranks.
   *
   * @param prefix what is before {@code .0.et}, the name of rank 0's file, or a folder with the
   *     traces of one run
   * @param groupFile groups of ranks as JSON; null for {@value #GROUPS} beside the traces, or none
   * @param how collectives are done
   * @throws InputException with every problem of the files
   */
  public static Script read(Path prefix, @Nullable Path groupFile, AstraSystem how) {
    String stem = stem(prefix);
    int ranks = 0;
    while (ranks < MOST_RANKS && Files.isRegularFile(Path.of(stem + "." + ranks + ENDING))) {
      ranks++;
    }
    if (ranks < 2) {
      String expected = "traces of two ranks or more: " + stem + ".0.et, " + stem + ".1.et ...";
      throw Inputs.refusal(prefix, expected, "");
    }
    Problems problems = new Problems();
    Path beside = Path.of(stem).resolveSibling(GROUPS);
    Path file = groupFile == null && Files.isRegularFile(beside) ? beside : groupFile;
    Map<String, List<Integer>> groups =
        file == null ? Map.of() : ChakraGroups.read(file, ranks, problems);
    problems.throwIfAny();
    ChakraTraces traces = new ChakraTraces(ranks, groups, how, problems);
    for (int rank = 0; rank < ranks && !problems.any(); rank++) {
      traces.rank(rank, Path.of(stem + "." + rank + ENDING));
    }
    problems.throwIfAny();
    traces.collectives.check(Position.of(stem + ".0" + ENDING), problems);
    problems.throwIfAny();
    return new Script(
        String.valueOf(Path.of(stem).getFileName()), traces.program.build(), how.remarks());
  }

  private static String stem(Path prefix) {
    String text = prefix.toString();
    if (text.endsWith(FIRST)) {
      return text.substring(0, text.length() - FIRST.length());
    }
    if (!Files.isDirectory(prefix) || Files.isRegularFile(Path.of(text + FIRST))) {
      return text;
    }
    List<Path> firsts = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(prefix, "*" + FIRST)) {
      files.forEach(firsts::add);
    } catch (IOException e) {
      throw Inputs.refusal(prefix, "a folder that can be read", "" + e.getMessage());
    }
    if (firsts.size() != 1) {
      String hint = firsts.isEmpty() ? "" : "name one, such as " + firsts.getFirst();
      throw Inputs.refusal(prefix, "one file *" + FIRST + ", not " + firsts.size(), hint);
    }
    return stem(firsts.getFirst());
  }

  private record Wait(int task, long node, long offset) {}

  private void rank(int rank, Path file) {
    Repeatable input = Inputs.open(file);
    Map<Long, Integer> ends = new HashMap<>();
    List<Wait> waits = new ArrayList<>();
    int gpu = program.lane();
    int processor = program.lane();
    String source = file.toString();
    input.read(in -> {
      ChakraReader.read(
          source,
          new BufferedInputStream(in),
          problems,
          (node, offset) -> node(rank, node, offset, source, gpu, processor, ends, waits));
      return source;
    });
    for (Wait wait : waits) {
      Integer end = ends.get(wait.node);
      if (end == null) {
        problem(source, wait.offset, "node " + wait.node, "a node that it waits for");
      } else {
        program.after(wait.task, end, Event.ENDED);
      }
    }
  }

  private boolean node(
      int rank,
      ChakraNode node,
      long offset,
      String source,
      int gpu,
      int processor,
      Map<Long, Integer> ends,
      List<Wait> waits) {
    int begin;
    int end;
    switch (node.type()) {
      case ChakraNode.SEND -> {
        begin = program.send(rank, peer(node.commTarget(), source, offset), tag(node), bytes(node));
        end = begin;
      }
      case ChakraNode.RECEIVE -> {
        begin = program.receive(rank, peer(node.commSource(), source, offset), tag(node));
        end = begin;
      }
      case ChakraNode.COLLECTIVE -> {
        CollectiveOp op = operation(node, source, offset);
        List<Integer> group = group(rank, node, source, offset);
        if (op == null || problems.any()) {
          return !problems.any();
        }
        CollectiveTasks.Ends made = collectives.add(rank, group, op, bytes(node));
        begin = made.begin();
        end = made.end();
      }
      default -> {
        boolean works = node.type() == ChakraNode.COMPUTE;
        long ps = node.durationMicros() * PS_PER_MICRO;
        begin =
            program.compute(
                rank,
                node.onProcessor() ? processor : gpu,
                works ? Math.max(LEAST_PS, Math.min(ps, Long.MAX_VALUE / 1000)) : 0);
        end = begin;
      }
    }
    if (ends.put(node.id(), end) != null) {
      problem(source, offset, "node " + node.id(), "each node once");
    }
    for (int i = 0; i < node.waits(); i++) {
      waits.add(new Wait(begin, node.awaited(i), offset));
    }
    if (ends.size() > MOST_TASKS / ranks) {
      problem(source, offset, "", "at most " + MOST_TASKS / ranks + " nodes of a rank");
    }
    return !problems.any();
  }

  private void problem(String source, long offset, String read, String expected) {
    problems.add(Position.of(source), "byte " + offset, read, expected, "");
  }

  private int peer(long rank, String source, long offset) {
    if (rank < 0 || rank >= ranks) {
      problem(source, offset, rank == ChakraNode.UNSET ? "" : "" + rank, "a rank below " + ranks);
      return 0;
    }
    return (int) rank;
  }

  private static int tag(ChakraNode node) {
    return node.commTag() == ChakraNode.UNSET ? 0 : (int) node.commTag();
  }

  private static long bytes(ChakraNode node) {
    return Math.max(0, node.commSize());
  }

  private @Nullable CollectiveOp operation(ChakraNode node, String source, long offset) {
    long kind = Math.max(0, node.commType());
    CollectiveOp op = ChakraCollectives.of(kind);
    if (op == null) {
      problem(source, offset, "comm_type " + kind, "a collective from 0 to 9 but 3 and 4");
    }
    return op;
  }

  /** Who does a collective; the group 0, or none, is everybody. */
  private List<Integer> group(int rank, ChakraNode node, String source, long offset) {
    List<Integer> known = groups.get(node.group());
    if (known != null && !known.contains(rank)) {
      problem(source, offset, "pg_name " + node.group(), "a group with rank " + rank);
    }
    if (known == null && !node.group().isEmpty() && !node.group().equals("0")) {
      String expected = "a group of the groups' file (--chakra-groups, or " + GROUPS + ")";
      problem(source, offset, "pg_name " + node.group(), expected);
    }
    return known == null ? everybody : known;
  }
}
