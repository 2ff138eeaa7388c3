package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.input.JobsQuestion.JobQuestion;
import io.busbar.simulate.scenario.run.Job;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes jobs of the questions of a scenario file, all problems at once. Used once. */
public final class JobsReader {
  private final JobsQuestion asked;
  private final Problems problems = new Problems();
  private final List<List<Job>> combinations = new ArrayList<>();
  private @Nullable Site site;

  public JobsReader(JobsQuestion asked) {
    this.asked = asked;
  }

  /**
   * For each combination of fidelity, routing and congestion all jobs.
   *
   * @throws InputException with every problem of all jobs
   */
  public List<List<Job>> read() {
    for (JobQuestion job : asked.jobs()) {
      add(job);
    }
    problems.throwIfAny();
    return combinations;
  }

  private void add(JobQuestion job) {
    List<Scenario> scenarios;
    try {
      scenarios = scenarios(job);
    } catch (InputException e) {
      e.problems().forEach(problem -> problems.add(job.locate().apply(problem)));
      return;
    }
    for (int i = 0; i < scenarios.size(); i++) {
      if (combinations.size() == i) {
        combinations.add(new ArrayList<>());
      }
      Scenario scenario = scenarios.get(i);
      int[] hosts = hosts(job, scenario.ranks());
      combinations
          .get(i)
          .add(new Job(job.name(), scenario, hosts, SimTime.ps(job.startSeconds()), job.locate()));
    }
  }

  private List<Scenario> scenarios(JobQuestion job) {
    Question question = on(job.question());
    List<Scenario> scenarios = new ScenarioReader(question).read();
    Site found = scenarios.getFirst().site();
    site = site == null ? found : site;
    checkHosts(job, scenarios.getFirst());
    int channels = channels(job, found);
    Scenario first = scenarios.getFirst();
    if (question.load().channels() == null && first.channels() > channels) {
      return new ScenarioReader(withChannels(question, channels)).read();
    }
    return scenarios;
  }

  /** The fabric of the jobs before, which is made once. */
  private Question on(Question question) {
    if (site == null) {
      return question;
    }
    Question.Place place = question.place();
    Question.Topology made =
        new Question.Topology(site.name(), site.fabric(), site.domain(), site.nics());
    return new Question(
        question.operation(),
        new Question.Place(made, null, null, place.link(), place.linkLatency(), place.ranks()),
        question.load(),
        question.network(),
        question.seed());
  }

  private static Question withChannels(Question question, int channels) {
    Question.Load load = question.load();
    Question.Load other =
        new Question.Load(
            load.script(), load.sizes(), load.senders(), load.algorithms(), channels, load.slot());
    return new Question(
        question.operation(), question.place(), other, question.network(), question.seed());
  }

  /** One channel for each rail on which the job has hosts. */
  private static int channels(JobQuestion job, Site site) {
    List<Integer> hosts = job.hosts();
    return hosts == null
        ? Integer.MAX_VALUE
        : (int) hosts.stream().map(host -> host % site.domain()).distinct().count() * site.nics();
  }

  private static void checkHosts(JobQuestion job, Scenario scenario) {
    List<Integer> hosts = job.hosts();
    if (hosts == null) {
      return;
    }
    int most = scenario.site().hosts();
    int last = hosts.stream().mapToInt(Integer::intValue).max().orElse(0);
    String expected = null;
    if (last >= most) {
      expected = "hosts below " + most;
    } else if (scenario.task().program() != null && hosts.size() < scenario.ranks()) {
      expected = "at least the " + scenario.ranks() + " ranks of the file";
    }
    if (expected != null) {
      throw new InputException(new Problem(Position.of("--hosts"), "", "" + last, expected, ""));
    }
  }

  private static int[] hosts(JobQuestion job, int ranks) {
    List<Integer> hosts = job.hosts();
    return hosts == null
        ? IntStream.range(0, ranks).toArray()
        : hosts.stream().limit(ranks).mapToInt(Integer::intValue).toArray();
  }
}
