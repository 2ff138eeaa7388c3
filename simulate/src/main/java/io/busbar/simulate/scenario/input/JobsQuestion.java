package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Problem;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Several things that share a fabric, in the words of a scenario file.
 *
 * @param name what the whole is called
 * @param alone whether each job is played by itself too
 */
public record JobsQuestion(String name, boolean alone, List<JobQuestion> jobs) {
  public JobsQuestion {
    jobs = List.copyOf(jobs);
  }

  /**
   * One job.
   *
   * @param question what it sends, where and how; place and network are those of all jobs
   * @param hosts where its ranks are; null for the first hosts
   * @param startSeconds when it starts
   * @param locate puts a problem of the question, which names options, to its place in the file
   */
  public record JobQuestion(
      String name,
      Question question,
      @Nullable List<Integer> hosts,
      double startSeconds,
      UnaryOperator<Problem> locate) {}
}
