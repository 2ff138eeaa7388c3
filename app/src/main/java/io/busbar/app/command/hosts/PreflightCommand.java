package io.busbar.app.command.hosts;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.SeverityConverter;
import io.busbar.app.progress.RoundProgress;
import io.busbar.base.report.Severity;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.LaunchedRank;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.preflight.Outlier;
import io.busbar.runtime.preflight.Preflight;
import io.busbar.runtime.preflight.PreflightAnswer;
import io.busbar.runtime.preflight.PreflightQuestion;
import io.busbar.runtime.preflight.PreflightReport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar preflight}: hosts and the network between them, before a job starts. */
@Command(
    name = "preflight",
    description =
        "Measure all pairs of hosts over TCP and say which host, interface or pair stands out:"
            + " rate, loss, MTU, latency, speed of the host, clock. No GPU is needed. Tests TCP"
            + " over the network interfaces, not RDMA; the answer says how to test that.",
    footer = {
      "  busbar preflight --hosts hosts.txt --launch 'ssh {host} {command}'",
      "  busbar preflight --hosts hosts.txt --interfaces 'ens*' --format html --out preflight.html",
      "  srun -N 64 busbar preflight --hosts hosts.txt --budget 300 --format json --out p.json",
      "  busbar diagnose p.json"
    })
public final class PreflightCommand extends BusbarCommand {
  private static final int MOST_HOSTS = 1000;
  private static final double LEAST_SECONDS = 0.05;
  private static final double MOST_SECONDS = 3600;
  private static final int MOST_STREAMS = 64;

  @Mixin private HostsOptions hosts = new HostsOptions();

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = {
        "Of each transfer, 0.5 by default; a pair has three: there, back, both.",
        "Example: --duration 2"
      })
  private double duration = 0.5;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      description = {
        "Stop after as many rounds as fit, 600 by default. Every round has each host once, so that"
            + " a part of them still judges all hosts.",
        "Example: --budget 120"
      })
  private double budget = 600;

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = {
        "Connections that carry a transfer together, 2 by default; fast NICs need more.",
        "Example: --streams 8"
      })
  private int streams = 2;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = {
        "How many times halves of the hosts send to each other, 3 by default.",
        "Example: --splits 10"
      })
  private int splits = 3;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {
        "Of the order of rounds and of the halves, 1 by default.",
        "Example: --seed 7"
      })
  private long seed = 1;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      converter = SeverityConverter.class,
      description = {
        "Exit with code 1 when there is an outlier of this severity or a graver one: critical (the"
            + " default), warning or info.",
        "Example: --fail-on warning"
      })
  private Severity failOn = Severity.CRITICAL;

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  public PreflightCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    within("--duration", duration, LEAST_SECONDS, MOST_SECONDS);
    within("--budget", budget, 1, Double.MAX_VALUE);
    within("--streams", streams, 1, MOST_STREAMS);
    within("--splits", splits, 0, MOST_HOSTS);
    List<Host> places = hosts.hosts();
    if (places.size() < 2 || places.size() > MOST_HOSTS) {
      String read = places.size() == 1 ? "1 host" : places.size() + " hosts";
      throw Refusal.of("--hosts", read, "2 to " + MOST_HOSTS + " hosts", "");
    }
    Optional<LaunchedRank> rank = hosts.launched();
    if (rank.isPresent() && rank.get().rank() > 0) {
      return hosts.serve(rank.get(), places);
    }
    PreflightQuestion question =
        new PreflightQuestion(
            hosts.interfaces(), seconds(duration), streams, seconds(budget), splits, seed);
    long estimate = question.estimate(places.size(), hosts.interfaces().size()).toSeconds();
    terminal.complain(
        String.format(
            Locale.ROOT,
            "%d hosts, about %s once all agents are there, more where something is odd.",
            places.size(),
            estimate < 120 ? estimate + " s" : estimate / 60 + " min"));
    return measure(places, question);
  }

  private Answer measure(List<Host> places, PreflightQuestion question) {
    try (HostsOptions.Gathered gathered = hosts.gather(Seat.perHost(places), places, terminal);
        RoundProgress progress = new RoundProgress(terminal)) {
      if (places.size() - gathered.missing().size() < 2) {
        gathered.all();
      }
      PreflightAnswer answer =
          Preflight.run(gathered.agents(), gathered.missing(), question, progress);
      int found = ExitCodes.of(answer.outliers().stream().map(Outlier::severity), failOn);
      int code = progress.cancelled() ? ExitCodes.INTERRUPTED : found;
      return format.answer(PreflightReport.of(answer), code);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Duration seconds(double value) {
    return Duration.ofNanos((long) (Math.min(value, 1e9) * 1e9));
  }

  private static void within(String option, double read, double least, double most) {
    if (!(read >= least && read <= most)) {
      String number = Double.toString(read);
      String range = most == Double.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw Refusal.of(option, number, range, "");
    }
  }
}
