package io.busbar.tune.advice;

import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.Launch;
import io.busbar.tune.roce.FabricSide;
import io.busbar.tune.roce.TrafficClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All advice for a site; the answer of {@code busbar tune --cluster}.
 *
 * @param cluster as the user named it
 * @param network kind of its network
 * @param ncclVersion the version that was advised for
 * @param ncclVersionAssumed whether nobody named it
 * @param communicators what the effects were predicted for
 * @param settings what to set
 * @param leftUnset what not to set
 * @param resources what NCCL takes
 * @param fabric what NICs and switches are to be set to; null except on RoCE of one's own
 * @param tests commands that show whether all of it works
 * @param notes what else to know
 */
public record Recommendation(
    String cluster,
    String network,
    String ncclVersion,
    boolean ncclVersionAssumed,
    List<Group> communicators,
    List<Advice> settings,
    List<LeftUnset> leftUnset,
    Resources resources,
    @Nullable FabricSide fabric,
    List<Test> tests,
    List<String> notes) {
  private static final double METRES_PER_SECOND = 2e8;
  private static final double GIGABIT = 1e9 / 8;

  public Recommendation {
    communicators = List.copyOf(communicators);
    settings = List.copyOf(settings);
    leftUnset = List.copyOf(leftUnset);
    tests = List.copyOf(tests);
    notes = List.copyOf(notes);
  }

  /** A communicator. */
  public record Group(String name, int ranks, int domains) {}

  /**
   * @param expect what is seen when all is well
   */
  public record Test(String purpose, String command, String expect) {}

  /**
   * @param versionAssumed whether nobody named the version
   */
  public static Recommendation of(Site site, boolean versionAssumed) {
    List<Advice> settings = Advisor.settings(site);
    return new Recommendation(
        site.cluster().name(),
        site.cluster().network().kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        site.version().toString(),
        versionAssumed,
        site.groups().entrySet().stream()
            .map(g -> new Group(g.getKey(), g.getValue().ranks(), g.getValue().domains()))
            .toList(),
        settings,
        Advisor.leftUnset(site, settings),
        Resources.of(site, settings),
        fabric(site),
        tests(site),
        notes(site));
  }

  private static @Nullable FabricSide fabric(Site site) {
    if (!site.ownRoce()) {
      return null;
    }
    Cluster cluster = site.cluster();
    return FabricSide.of(
        TrafficClass.USUAL,
        cluster.node().nicBytesPerSecond() / GIGABIT,
        cluster.network().linkLatencySeconds() * METRES_PER_SECOND);
  }

  private static List<Test> tests(Site site) {
    List<Test> tests = new ArrayList<>();
    tests.add(
        new Test(
            "what was read",
            "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH,TUNING COMMAND",
            "a line 'NAME set by environment to' (lists: 'set to') per setting; no line, not"
                + " read"));
    if (site.plugin()) {
      tests.add(
          new Test("network", "grep 'Using network' LOG", "the plugin's name, not Socket or IB"));
    } else if (site.network()) {
      tests.add(new Test("network", "grep 'Using network' LOG", "IB or IBext, not Socket"));
    }
    if (site.infiniband()) {
      tests.add(
          new Test("ports", "ibstat", "State: Active, Physical state: LinkUp, the full rate"));
    }
    if (site.roce()) {
      tests.add(new Test("loss", "ethtool -S IF | grep -E 'discard|out_of_seq'", "does not rise"));
    }
    if (site.network()) {
      tests.add(
          new Test(
              "GPUDirect",
              "grep 'via NET' LOG",
              site.plugin() ? "the plugin, with GDRDMA" : "NET/IB/n/GDRDMA on every line"));
    }
    tests.add(
        new Test(
            "speed",
            "all_reduce_perf -b 8 -e 8G -f 2 -g 1",
            "times of 'busbar collective all_reduce --cluster " + site.cluster().name() + "'"));
    if (site.launch() == Launch.THREADS) {
      tests.add(
          new Test(
              "in the plan",
              "a trace of one step",
              "times of the same command with --launch threads, as the plan counts"));
    }
    return tests;
  }

  private static List<String> notes(Site site) {
    List<String> notes = new ArrayList<>();
    Operator operator = site.operator();
    if (operator != null && operator.topologyFile().isEmpty() && site.network()) {
      notes.add(operator.note());
      if (!operator.script().isEmpty()) {
        notes.add("Before the job: " + operator.script());
      }
    }
    if (!site.network()) {
      notes.add("All GPUs share one NVLink domain: nothing concerns the network.");
    }
    if (site.rack()) {
      notes.add(
          "The NVLink domain spans hosts: 'nvidia-smi -q' must show Fabric State Completed and"
              + " Status Success on each, and the log line with nRanks must say MNNVL 1.");
    }
    site.groups().values().stream()
        .flatMap(shape -> site.time().limits(shape).stream())
        .distinct()
        .forEach(notes::add);
    return notes;
  }
}
