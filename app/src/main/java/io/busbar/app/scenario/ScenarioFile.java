package io.busbar.app.scenario;

import io.busbar.app.imported.Scripts;
import io.busbar.app.imported.Topologies;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.tree.TreeReader;
import io.busbar.simulate.scenario.input.JobsQuestion;
import io.busbar.simulate.scenario.input.JobsQuestion.JobQuestion;
import io.busbar.simulate.scenario.input.Question;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads scenario files, all problems at once with their places. One file, one use. */
public final class ScenarioFile {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");
  private static final Pattern OPTION = Pattern.compile("--([a-z][a-z-]*)");
  private static final int MOST_HOSTS = 200_000;
  private static final double LATEST_SECONDS = 1000;

  private final Path file;
  private final Problems problems = new Problems();

  private ScenarioFile(Path file) {
    this.file = file;
  }

  /**
   * @throws InputException with every problem of the file
   */
  public static JobsQuestion read(Path file) {
    return new ScenarioFile(file).read();
  }

  /** The JSON Schema of the file, as a tree of maps, lists and scalars. */
  public static Map<String, Object> schema() {
    return ScenarioShape.SHAPE.document(ScenarioShape.ID, "Busbar scenario file");
  }

  /** A commented file to start from. */
  public static String template() {
    try (InputStream in = ScenarioFile.class.getResourceAsStream("scenario.yaml")) {
      if (in == null) {
        throw new IllegalStateException("the template is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JobsQuestion read() {
    Fields top = ScenarioShape.SHAPE.read(TreeReader.read(file), problems);
    List<Fields> jobs = top.find(ScenarioShape.JOBS);
    if (jobs != null && jobs.isEmpty()) {
      problems.add(top.at(ScenarioShape.JOBS), "jobs", "", "at least one job", "");
    }
    problems.throwIfAny();
    Question.Topology topology = topology(top);
    List<JobQuestion> questions = new ArrayList<>();
    for (Fields job : top.get(ScenarioShape.JOBS)) {
      questions.add(job(top, job, topology, questions.size()));
    }
    problems.throwIfAny();
    String name = top.find(ScenarioShape.NAME);
    String called = name != null ? name : String.valueOf(file.getFileName());
    return new JobsQuestion(called, top.get(ScenarioShape.ALONE), questions);
  }

  private Question.@Nullable Topology topology(Fields top) {
    String name = top.find(ScenarioShape.TOPOLOGY);
    return name == null ? null : kept(() -> Topologies.read(beside(name)));
  }

  /** Files are named from the folder of the scenario. */
  private Path beside(String name) {
    return file.resolveSibling(name);
  }

  /** Something that another reader reads; its problems are kept with those of the file. */
  private <T> @Nullable T kept(Supplier<T> read) {
    try {
      return read.get();
    } catch (InputException e) {
      problems.addAll(e);
      return null;
    }
  }

  private JobQuestion job(
      Fields top, Fields job, Question.@Nullable Topology topology, int number) {
    String operation = job.find(ScenarioShape.OPERATION);
    Question.Script script = script(job);
    String name = job.find(ScenarioShape.JOB_NAME);
    String own = operation != null ? operation : script != null ? script.name() : "job";
    List<Integer> hosts = hosts(job);
    Question question =
        new Question(
            operation == null ? "" : operation,
            place(top, job, topology, hosts, operation),
            load(job, script, hosts, operation),
            network(top),
            top.get(ScenarioShape.SEED));
    return new JobQuestion(
        name != null ? name : own + " " + (number + 1),
        question,
        hosts,
        start(job),
        problem -> located(problem, top, job));
  }

  private Question.@Nullable Script script(Fields job) {
    String matrix = job.find(ScenarioShape.MATRIX);
    String goal = job.find(ScenarioShape.GOAL);
    String operation = job.find(ScenarioShape.OPERATION);
    long given =
        List.of(ScenarioShape.MATRIX, ScenarioShape.GOAL, ScenarioShape.OPERATION).stream()
            .filter(job::has)
            .count();
    if (given != 1) {
      String read = operation == null ? "" : operation;
      problems.add(job.at(), "", read, "one of operation, matrix and goal", "");
    }
    return matrix != null
        ? kept(() -> Scripts.matrix(beside(matrix)))
        : goal != null ? kept(() -> Scripts.goal(beside(goal))) : null;
  }

  private static Question.Place place(
      Fields top,
      Fields job,
      Question.@Nullable Topology topology,
      @Nullable List<Integer> hosts,
      @Nullable String operation) {
    boolean counts = hosts != null && operation != null && !operation.equals("incast");
    return new Question.Place(
        topology,
        top.find(ScenarioShape.CLUSTER),
        top.find(ScenarioShape.FABRIC),
        top.get(ScenarioShape.LINK),
        top.get(ScenarioShape.LINK_LATENCY),
        counts && hosts != null ? Integer.valueOf(hosts.size()) : job.find(ScenarioShape.RANKS));
  }

  private static Question.Load load(
      Fields job,
      Question.@Nullable Script script,
      @Nullable List<Integer> hosts,
      @Nullable String operation) {
    String algorithm = job.find(ScenarioShape.ALGORITHM);
    boolean incast = hosts != null && "incast".equals(operation);
    return new Question.Load(
        script,
        List.of(job.get(ScenarioShape.SIZE)),
        incast && hosts != null
            ? Integer.valueOf(hosts.size() - 1)
            : job.find(ScenarioShape.SENDERS),
        algorithm == null ? null : List.of(algorithm),
        job.find(ScenarioShape.CHANNELS),
        job.get(ScenarioShape.SLOT));
  }

  private static Question.Network network(Fields top) {
    List<String> faults = top.find(ScenarioShape.FAULTS);
    return new Question.Network(
        words(top.get(ScenarioShape.FIDELITY)),
        words(top.get(ScenarioShape.ROUTING)),
        words(top.get(ScenarioShape.CONGESTION)),
        top.get(ScenarioShape.MTU),
        top.find(ScenarioShape.BUFFER),
        transport(top),
        faults == null ? List.of() : faults);
  }

  private static Question.Transport transport(Fields top) {
    String dcqcn = top.find(ScenarioShape.DCQCN);
    String control = top.find(ScenarioShape.CONTROL);
    return new Question.Transport(
        top.get(ScenarioShape.QUEUE_PAIRS),
        top.get(ScenarioShape.LOSSLESS) ? "on" : "off",
        top.find(ScenarioShape.REPAIR),
        top.get(ScenarioShape.IB_TIMEOUT),
        top.get(ScenarioShape.IB_RETRY),
        dcqcn == null ? List.of() : words(dcqcn),
        control == null ? List.of() : words(control));
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s*,\\s*"));
  }

  private double start(Fields job) {
    String text = job.get(ScenarioShape.START);
    Position at = job.at(ScenarioShape.START);
    try {
      double seconds = TimeSpan.parse(text).seconds();
      if (seconds >= 0 && seconds <= LATEST_SECONDS) {
        return seconds;
      }
      problems.add(at, "start", text, "a time from 0 to 1000 s", "");
    } catch (QuantityFormatException e) {
      problems.add(at, "start", text, e.expected(), e.hint());
    }
    return 0;
  }

  /** Ranges of hosts, each host once; null when none are given. */
  private @Nullable List<Integer> hosts(Fields job) {
    String text = job.find(ScenarioShape.HOSTS);
    if (text == null) {
      return null;
    }
    List<Integer> hosts = new ArrayList<>();
    for (String part : words(text)) {
      Matcher range = RANGE.matcher(part);
      int from = range.matches() ? Integer.parseInt(range.group(1)) : -1;
      int to = from >= 0 && range.group(2) != null ? Integer.parseInt(range.group(2)) : from;
      if (from < 0 || to < from || to >= MOST_HOSTS) {
        Position at = job.at(ScenarioShape.HOSTS);
        problems.add(at, "hosts", part, "hosts such as 0-7,16-23", "");
        return null;
      }
      for (int host = from; host <= to; host++) {
        hosts.add(host);
      }
    }
    if (hosts.size() < 2 || hosts.stream().distinct().count() < hosts.size()) {
      String expected = "two hosts or more, each once";
      problems.add(job.at(ScenarioShape.HOSTS), "hosts", text, expected, "");
      return null;
    }
    return hosts;
  }

  /** A problem with an option becomes one with the key that says the same. */
  private static Problem located(Problem problem, Fields top, Fields job) {
    String option = problem.at().source();
    Key<?> key = ScenarioShape.OF_OPTION.getOrDefault(option, null);
    String word = key != null ? key.name() : keyName(option);
    Position at = place(word, top, job);
    return at == null
        ? problem
        : new Problem(at, word, problem.read(), inKeys(problem.expected()), inKeys(problem.hint()));
  }

  private static @Nullable Position place(String word, Fields top, Fields job) {
    for (Key<?> key : ScenarioShape.JOB.keys()) {
      if (key.name().equals(word)) {
        return job.at(key);
      }
    }
    for (Key<?> key : ScenarioShape.SHAPE.keys()) {
      if (key.name().equals(word)) {
        return top.at(key);
      }
    }
    return null;
  }

  private static String keyName(String option) {
    return option.replaceFirst("^--", "").replace('-', '_');
  }

  /** Options in a sentence become keys. */
  private static String inKeys(String text) {
    return OPTION.matcher(text).replaceAll(found -> keyName(found.group()));
  }
}
