package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.scenario.run.ClosedForm;
import io.busbar.simulate.scenario.run.Effort;
import io.busbar.simulate.scenario.run.GridForm;
import io.busbar.simulate.scenario.run.InSwitch;
import io.busbar.simulate.scenario.run.UsualAlgorithm;
import io.busbar.simulate.scenario.setting.Congestion;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.OwnNetwork;
import io.busbar.simulate.scenario.setting.Route;
import io.busbar.simulate.scenario.setting.RunFaults;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Site;
import io.busbar.simulate.scenario.setting.Task;
import io.busbar.simulate.scenario.setting.TransportOptions;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes scenarios of a question, all problems at once. One use. */
public final class ScenarioReader {
  private static final int MOST_RUNS = 64;
  private static final long MOST_BYTES = 1L << 40;
  private static final int MOST_CHANNELS = 128;
  private static final int USUAL_HOSTS = 128;
  private static final int LEAST_MTU = 64;
  private static final int MOST_MTU = 9000;

  private final Question question;
  private final Problems problems = new Problems();

  public ScenarioReader(Question question) {
    this.question = question;
  }

  /**
   * Each run once, in the order of the lists.
   *
   * @throws io.busbar.base.problem.InputException when the question cannot be answered
   */
  public List<Scenario> read() {
    List<Task> task = task();
    Site site = site();
    List<Fidelity> fidelities =
        Words.all(
            question.network().fidelities(), Words.byName(Fidelity.class), "--fidelity", problems);
    List<Route> routes = routes(site);
    List<Congestion> congestions = congestions(site);
    List<Long> sizes = sizes();
    long slot = slot();
    long buffer = buffer();
    numbers();
    if (task.isEmpty() || site == null) {
      problems.throwIfAny();
      throw new IllegalStateException("a task and a site without problems");
    }
    int ranks = ranks(task.getFirst(), site);
    List<@Nullable Algorithm> algorithms = algorithms(task.getFirst(), site, ranks);
    closedFormsExist(task.getFirst(), site, ranks, algorithms, fidelities);
    RunFaults faults = faults(site, task.getFirst(), fidelities);
    TransportOptions transport =
        new TransportText(problems).read(question.network().transport(), congestions);
    patternsHaveNoSlots(task.getFirst(), congestions);
    problems.throwIfAny();
    OwnNetwork own = own();
    Set<Scenario> runs = new LinkedHashSet<>();
    for (long size : sizes) {
      for (Algorithm algorithm : algorithms) {
        for (Route route : routes) {
          for (Congestion congestion : congestions) {
            for (Fidelity fidelity : fidelities) {
              Scenario all =
                  new Scenario(
                      site,
                      task.getFirst(),
                      ranks,
                      bytes(task.getFirst(), size, ranks),
                      fidelity,
                      algorithm,
                      channels(algorithm, site, ranks),
                      (int) slot,
                      own.routing(route, congestion, site),
                      congestion,
                      question.network().mtuBytes(),
                      buffer,
                      transport,
                      faults,
                      question.seed(),
                      own,
                      question.exact());
              runs.add(all.withoutUnseen());
            }
          }
        }
      }
    }
    return checked(runs);
  }

  /** The words of an option; {@link OwnNetwork#WORD} stands for what the network has. */
  private <T extends Enum<T>> List<T> words(
      List<String> words, Class<T> kind, String option, @Nullable T own) {
    Map<String, T> byName = new LinkedHashMap<>(Words.byName(kind));
    if (own != null) {
      byName.put(OwnNetwork.WORD, own);
    }
    return Words.all(words, byName, option, problems);
  }

  private List<Route> routes(@Nullable Site site) {
    Route own = site == null ? Route.ECMP : OwnNetwork.routing(site);
    return words(question.network().routings(), Route.class, "--routing", own);
  }

  private List<Congestion> congestions(@Nullable Site site) {
    Congestion own = site == null ? Congestion.DCQCN : OwnNetwork.congestion(site);
    return words(question.network().congestions(), Congestion.class, "--congestion", own);
  }

  private OwnNetwork own() {
    return new OwnNetwork(
        question.network().routings().contains(OwnNetwork.WORD),
        question.network().congestions().contains(OwnNetwork.WORD));
  }

  private List<Scenario> checked(Set<Scenario> runs) {
    if (runs.size() > MOST_RUNS) {
      String read = runs.size() + " runs";
      problems.add(Position.of("--size"), "", read, "at most " + MOST_RUNS, "shorten the lists");
    }
    runs.stream().limit(MOST_RUNS).forEach(run -> Effort.check(run, problems));
    problems.throwIfAny();
    return List.copyOf(runs);
  }

  private List<Task> task() {
    Question.Script script = question.load().script();
    if (script == null) {
      return Words.all(List.of(question.operation()), Task.byName(), "OPERATION", problems);
    }
    if (!question.operation().isEmpty()) {
      String hint = "the file says what is sent";
      refuse("OPERATION", question.operation(), "no operation beside " + script.name(), hint);
    }
    return List.of(new Task(script.name(), null, script.program(), script.remarks()));
  }

  private static long bytes(Task task, long size, int ranks) {
    Program program = task.program();
    if (program == null) {
      return task.inBlocks() ? size / ranks * ranks : size;
    }
    long all = 0;
    for (int i = 0; i < program.size(); i++) {
      all += program.sends(i) ? program.amount(i) : 0;
    }
    return all;
  }

  private @Nullable Site site() {
    Question.Topology topology = question.place().topology();
    if (topology != null) {
      if (question.place().cluster() != null || question.place().fabric() != null) {
        refuse("--topo", topology.name(), "no --cluster and no --fabric beside it", "");
      }
      return new Site(topology.name(), topology.fabric(), null, topology.domain(), topology.nics());
    }
    String cluster = question.place().cluster();
    String fabric = question.place().fabric();
    if (cluster != null && fabric != null) {
      String expected = "either --fabric, such as fat-tree:8, or --cluster, such as dgx-h100:4";
      refuse("--cluster", cluster, expected, "");
      return null;
    }
    if (cluster == null && fabric == null) {
      String tree = enoughFatTree();
      return tree == null ? null : fabric(tree);
    }
    return fabric != null ? fabric(fabric) : cluster(cluster == null ? "" : cluster);
  }

  /** What is taken when no place is given: the smallest fat tree for all that take part. */
  private @Nullable String enoughFatTree() {
    Question.Script script = question.load().script();
    Integer ranks = question.place().ranks();
    Integer senders = question.load().senders();
    long hosts =
        script != null
            ? script.program().ranks()
            : ranks != null ? ranks : senders != null ? senders + 1L : USUAL_HOSTS;
    int ports = 4;
    while ((long) ports * ports * ports / 4 < Math.min(hosts, FabricText.MOST_HOSTS)) {
      ports += 2;
    }
    if ((long) ports * ports * ports / 4 > FabricText.MOST_HOSTS) {
      String option = script != null ? script.name() : ranks != null ? "--ranks" : "--senders";
      String hint = "without a place they are on a fat tree, and none with so many is played";
      String most = String.format(Locale.ROOT, "fewer than %,d hosts", FabricText.MOST_HOSTS);
      refuse(option, String.format(Locale.ROOT, "%,d", hosts), most, hint);
      return null;
    }
    return "fat-tree:" + ports;
  }

  private @Nullable Site fabric(String text) {
    Question.Place place = question.place();
    Fabric made = FabricText.read(text, place.link(), place.linkLatency(), problems);
    return made == null || problems.any() ? null : Site.of(text, made);
  }

  private @Nullable Site cluster(String text) {
    Cluster cluster = Clusters.parse(text, Position.of("--cluster"), problems);
    if (cluster == null) {
      return null;
    }
    if ((long) cluster.nodes() * cluster.node().gpus() > FabricText.MOST_HOSTS) {
      refuse("--cluster", text, "at most " + FabricText.MOST_HOSTS + " GPUs", "");
      return null;
    }
    if (cluster.gpus() < 2) {
      refuse("--cluster", text, "2 GPUs or more", "one GPU has nobody to send to");
      return null;
    }
    try {
      return Site.of(cluster);
    } catch (IllegalArgumentException e) {
      refuse(
          "--cluster", text, "a cluster whose fabric can be built", String.valueOf(e.getMessage()));
      return null;
    }
  }

  private List<Long> sizes() {
    List<Long> sizes = new ArrayList<>();
    if (question.load().sizes().isEmpty()) {
      refuse("--size", ",", "a data size such as 64KiB or 80GB", "");
    }
    for (String text : question.load().sizes()) {
      DataSize size = Words.amount(text, DataSize::parse, "--size", problems);
      if (size != null && size.bytes() > MOST_BYTES) {
        refuse("--size", text, "at most 1TiB", "");
      } else if (size != null) {
        sizes.add(size.bytes());
      }
    }
    return sizes;
  }

  private long slot() {
    DataSize slot = Words.amount(question.load().slot(), DataSize::parse, "--slot", problems);
    if (slot != null && (slot.bytes() < 1024 || slot.bytes() > 1 << 30)) {
      refuse("--slot", question.load().slot(), "1KiB to 1GiB", "");
    }
    return slot == null ? 1 : slot.bytes();
  }

  private long buffer() {
    String text = question.network().buffer();
    DataSize buffer =
        text == null ? new DataSize(0) : Words.amount(text, DataSize::parse, "--buffer", problems);
    if (text != null && buffer != null && buffer.bytes() < 1) {
      refuse("--buffer", text, "1B or more", "without the option ports size it");
    }
    return buffer == null ? 0 : buffer.bytes();
  }

  private void numbers() {
    int mtu = question.network().mtuBytes();
    if (mtu < LEAST_MTU || mtu > MOST_MTU) {
      refuse("--mtu", "" + mtu, LEAST_MTU + " to " + MOST_MTU + " bytes", "");
    }
    Integer channels = question.load().channels();
    if (channels != null && (channels < 1 || channels > MOST_CHANNELS)) {
      refuse("--channels", channels.toString(), "1 to " + MOST_CHANNELS, "");
    }
  }

  private int ranks(Task task, Site site) {
    Program program = task.program();
    if (program != null) {
      return ranks(program, site);
    }
    boolean incast = task == Task.INCAST;
    Integer other = incast ? question.place().ranks() : question.load().senders();
    if (other != null) {
      String option = incast ? "--ranks" : "--senders";
      String hint = incast ? "--senders says how many" : "it belongs to incast";
      refuse(option, other.toString(), "no such option for " + task.name(), hint);
    }
    int more = incast ? 1 : 0;
    Integer asked = incast ? question.load().senders() : question.place().ranks();
    int least = incast ? 1 : 2;
    int most = site.hosts() - more;
    if (asked != null && (asked < least || asked > most)) {
      String expected = least + " to " + most + ", as " + site.name() + " has " + site.hosts();
      refuse(incast ? "--senders" : "--ranks", asked.toString(), expected, "");
    }
    return asked == null ? site.hosts() : Math.clamp(asked, least, most) + more;
  }

  private int ranks(Program program, Site site) {
    Question.Load load = question.load();
    Integer given = question.place().ranks();
    Integer other = given != null && given != program.ranks() ? given : load.senders();
    if (other != null) {
      refuse("--ranks", other.toString(), "no such option for a file that says its ranks", "");
    }
    if (program.ranks() > site.hosts()) {
      String expected = "at least the " + program.ranks() + " hosts of the file";
      refuse("--fabric", site.name() + " with " + site.hosts(), expected, "");
    }
    if (question.network().fidelities().contains("closed")) {
      refuse("--fidelity", "closed", "message, flow or packet", "files have no closed form");
    }
    return program.ranks();
  }

  private List<@Nullable Algorithm> algorithms(Task task, Site site, int ranks) {
    CollectiveOp op = task.op();
    List<String> names = question.load().algorithms();
    List<@Nullable Algorithm> algorithms = new ArrayList<>();
    if (op == null) {
      if (names != null) {
        refuse("--algo", names.getFirst(), "no such option for " + task.name(), "");
      }
      algorithms.add(null);
    } else if (names == null) {
      algorithms.add(UsualAlgorithm.of(op, site.fabric().grid() && ranks == site.hosts()));
    } else {
      Map<String, Algorithm> byName = Words.byName(Algorithm.class);
      for (Algorithm algorithm : Words.all(names, byName, "--algo", problems)) {
        String noSchedule = Schedules.refusal(algorithm, op, site.locality(ranks));
        String refusal = noSchedule == null ? InSwitch.refusal(algorithm, site) : noSchedule;
        if (refusal != null) {
          refuse("--algo", algorithm.id(), "another algorithm", refusal);
        }
        algorithms.add(algorithm);
      }
    }
    return algorithms;
  }

  private void closedFormsExist(
      Task task,
      Site site,
      int ranks,
      List<@Nullable Algorithm> algorithms,
      List<Fidelity> fidelities) {
    CollectiveOp op = task.op();
    for (Algorithm algorithm : algorithms) {
      String refusal =
          algorithm == null || op == null
              ? null
              : site.fabric().grid()
                  ? GridForm.refusal(site, algorithm, op, ranks)
                  : ClosedForm.refusal(algorithm);
      if (refusal != null && fidelities.contains(Fidelity.CLOSED)) {
        refuse("--fidelity", "closed", "an algorithm with a formula", refusal);
      }
    }
  }

  private int channels(@Nullable Algorithm algorithm, Site site, int ranks) {
    Integer asked = question.load().channels();
    if (asked != null || algorithm == null) {
      return asked == null ? 1 : asked;
    }
    Cluster cluster = site.cluster();
    if (cluster != null && cluster.ofProcessors()) {
      return 1; // as Busbar's own runtime does it
    }
    return switch (algorithm) {
      // Every rank talks to peers on every rail already.
      case DIRECT, PAIRWISE, PXN, TWO_LEVEL, HIERARCHICAL, COLLNET_DIRECT -> site.nics();
      // Each begins with another dimension, one for each way round.
      case BY_DIMENSION -> 2 * Math.max(1, site.fabric().gridAxes().size());
      // One port leads to the switch of a node, and every rank owns a slice there.
      case NVLS -> 1;
      // The two trees, over the NICs of every owner.
      case NVLS_TREE -> 2 * site.nics();
      case TREE -> Math.min(MOST_CHANNELS, 2 * railChannels(site, ranks));
      default -> railChannels(site, ranks);
    };
  }

  /** A channel for each rail that ranks have, in a mesh for each of its rings on each rail. */
  private static int railChannels(Site site, int ranks) {
    if (site.mesh() && ranks % site.domain() == 0) {
      int rings = Schedules.meshRings(site.domain());
      return Math.min(MOST_CHANNELS / 2, ranks > site.domain() ? rings * site.domain() : rings);
    }
    return Math.min(MOST_CHANNELS, Math.min(ranks, site.domain()) * site.nics());
  }

  private RunFaults faults(Site site, Task task, List<Fidelity> fidelities) {
    return new FaultText(site.fabric(), problems)
        .read(question.network().faults(), fidelities, task.op() != null);
  }

  private void patternsHaveNoSlots(Task task, List<Congestion> congestions) {
    for (Congestion congestion : congestions) {
      if (task.op() == null && congestion.clearToSend()) {
        String hint = "clear-to-send belongs to collectives";
        refuse("--congestion", Words.of(congestion), "none, dcqcn or ib for " + task.name(), hint);
      }
    }
  }

  private void refuse(String option, String read, String expected, String hint) {
    problems.add(Position.of(option), "", read, expected, hint);
  }
}
