package io.busbar.runtime.perf;

import io.busbar.runtime.comm.Comm;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the ranks of a group do together: all of them {@link #run} the same, and rank 0's result is
 * kept. It is told to processes as a text.
 *
 * @param <R> the result
 */
public sealed interface PerfWork<R> {
  /**
   * Does it; called by all ranks of a communicator.
   *
   * @param address own one over which the ranks are connected; null where they share memory
   */
  R run(Comm comm, @Nullable InetAddress address);

  /** The result as a text, for {@link #read}. */
  String text(R result);

  /**
   * The result of a text.
   *
   * @throws IllegalArgumentException when it is none
   */
  R read(String text);

  /** A line of letters and digits, for {@link #decoded}. */
  String encoded();

  /** The work of a text. */
  static PerfWork<?> decoded(String text) {
    String[] parts = text.split(":", 2);
    List<PerfQuestion> questions =
        Arrays.stream(parts[1].split("\\|")).map(PerfQuestion::decoded).toList();
    return switch (parts[0]) {
      case "measure" -> new Measure(questions.getFirst());
      case "tune" -> new Tune(questions);
      case "fit" -> new Fit(questions.getFirst());
      default -> throw new IllegalArgumentException("work '" + parts[0] + "'");
    };
  }

  private static String encoded(String name, List<PerfQuestion> questions) {
    return name
        + ":"
        + questions.stream().map(PerfQuestion::encoded).collect(Collectors.joining("|"));
  }

  /** Measures a collective as nccl-tests does. */
  record Measure(PerfQuestion question) implements PerfWork<PerfRun.Measured> {
    @Override
    public PerfRun.Measured run(Comm comm, @Nullable InetAddress address) {
      return PerfRun.run(comm, question, address);
    }

    @Override
    public String text(PerfRun.Measured result) {
      return MeasuredText.of(result);
    }

    @Override
    public PerfRun.Measured read(String text) {
      return MeasuredText.read(text);
    }

    @Override
    public String encoded() {
      return PerfWork.encoded("measure", List.of(question));
    }
  }

  /** Finds the best routes, for several collectives. */
  record Tune(List<PerfQuestion> questions) implements PerfWork<TuneRun.Measured> {
    public Tune {
      questions = List.copyOf(questions);
    }

    @Override
    public TuneRun.Measured run(Comm comm, @Nullable InetAddress address) {
      return TuneRun.run(comm, questions);
    }

    @Override
    public String text(TuneRun.Measured result) {
      return TuneText.of(result);
    }

    @Override
    public TuneRun.Measured read(String text) {
      return TuneText.read(text);
    }

    @Override
    public String encoded() {
      return PerfWork.encoded("tune", questions);
    }
  }

  /** Measures what messages and sums cost, and all-reduce to hold predictions against. */
  record Fit(PerfQuestion question) implements PerfWork<FitRun.Measured> {
    @Override
    public FitRun.Measured run(Comm comm, @Nullable InetAddress address) {
      return FitRun.run(comm, question);
    }

    @Override
    public String text(FitRun.Measured result) {
      return FitText.of(result);
    }

    @Override
    public FitRun.Measured read(String text) {
      return FitText.read(text);
    }

    @Override
    public String encoded() {
      return PerfWork.encoded("fit", List.of(question));
    }
  }
}
