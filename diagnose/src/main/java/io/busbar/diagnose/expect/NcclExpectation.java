package io.busbar.diagnose.expect;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.diagnose.check.Expectation;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.Band;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Expects what the time model of collectives says for the cluster that was named, or for the one
 * that the files tell of. Settings are NCCL's defaults: what a bad setting costs is to be seen.
 * Thread-safe.
 */
public final class NcclExpectation implements Expectation {
  /** A state explains a figure when its prediction is within 20 % of it. */
  private static final double FITS = Math.log(1.2);

  /** And when it is this much closer than the prediction for sound hardware. */
  private static final double CLOSER = 0.5;

  private final @Nullable Cluster named;
  private final String name;

  private NcclExpectation(@Nullable Cluster named, String name) {
    this.named = named;
    this.name = name;
  }

  /** Of the cluster that GPUs, hosts and NICs of a run tell. */
  public static NcclExpectation inferred() {
    return new NcclExpectation(null, "");
  }

  /**
   * @param cluster where runs were made
   * @param name as the user wrote it, for commands
   */
  public static NcclExpectation of(Cluster cluster, String name) {
    return new NcclExpectation(cluster, name);
  }

  @Override
  public Optional<Achievable> of(Run run) {
    CollectiveOp op =
        Arrays.stream(CollectiveOp.values())
            .filter(o -> o.ncclTestsName().equals(run.collective()))
            .findFirst()
            .orElse(null);
    if (op == null || run.ranks() < 2) {
      return Optional.empty();
    }
    InferredCluster.Inferred where =
        named == null
            ? InferredCluster.of(run).orElse(null)
            : new InferredCluster.Inferred(holding(named, run), "", "it was named");
    if (where == null) {
      return Optional.empty();
    }
    NcclVersion version =
        NcclVersion.find(run.ncclVersion())
            .map(NcclVersion::nearestKnown)
            .orElse(NcclVersion.newest());
    return Optional.of(new Reached(op, run, where, version));
  }

  /** The cluster, with more nodes when the run had more. */
  private static Cluster holding(Cluster cluster, Run run) {
    int perHost = cluster.node().gpusPerHost();
    int hosts = Math.max(run.hosts(), Math.ceilDiv(run.ranks(), perHost));
    int nodes = Math.ceilDiv(hosts * perHost, cluster.node().gpus());
    return nodes > cluster.nodes() ? cluster.withNodes(nodes) : cluster;
  }

  /** Ranks that share a scale-up domain when they spread evenly over the hosts. */
  static int together(Run run, Cluster where) {
    int domain = where.gpusPerDomain();
    if (run.hosts() < 1) {
      return Math.min(run.ranks(), domain);
    }
    int perHost = Math.ceilDiv(run.ranks(), run.hosts());
    int hostsPerDomain = Math.max(1, domain / where.node().gpusPerHost());
    return Math.min(run.ranks(), Math.min(domain, perHost * hostsPerDomain));
  }

  private final class Reached implements Achievable {
    private final CollectiveOp op;
    private final int ranks;
    private final int together;
    private final Cluster where;
    private final InferredCluster.Inferred inferred;
    private final NcclVersion version;
    private final NcclCurve curve;

    Reached(CollectiveOp op, Run run, InferredCluster.Inferred inferred, NcclVersion version) {
      this.op = op;
      this.ranks = run.ranks();
      this.inferred = inferred;
      this.where = inferred.cluster();
      this.together = together(run, where);
      this.version = version;
      this.curve = curve(where, NcclSetup.of(version, where.node().gpu()).with(Launch.PROCESSES));
    }

    private NcclCurve curve(Cluster cluster, NcclSetup setup) {
      return NcclTime.of(cluster, setup).prepare(op, NcclTime.shape(cluster, ranks, together));
    }

    @Override
    public String certainty() {
      return inferred.certainty();
    }

    @Override
    public Optional<Explanation> nearest(long sizeBytes, double busbwBytesPerS) {
      double sound = at(sizeBytes).busbwBytesPerS();
      return IllStates.of(where, version, ranks > together).stream()
          .map(state ->
              new Explanation(
                  state.what(),
                  sizeBytes
                      * op.busFactor(ranks)
                      / curve(state.cluster(), state.setup()).seconds(sizeBytes, Ledger.OFF),
                  state.look()))
          .filter(e -> off(e.busbwBytesPerS(), busbwBytesPerS) < FITS)
          .filter(
              e -> off(e.busbwBytesPerS(), busbwBytesPerS) < CLOSER * off(sound, busbwBytesPerS))
          .min(Comparator.comparingDouble(e -> off(e.busbwBytesPerS(), busbwBytesPerS)));
    }

    /** How far two figures are apart, as the logarithm of their ratio. */
    private static double off(double predicted, double measured) {
      return Math.abs(Math.log(predicted / measured));
    }

    @Override
    public String cluster() {
      return where.name();
    }

    @Override
    public boolean given() {
      return named != null;
    }

    @Override
    public Reach at(long sizeBytes) {
      Band band = curve.band(sizeBytes);
      double busBytes = sizeBytes * op.busFactor(ranks);
      return new Reach(
          busBytes / curve.seconds(sizeBytes, Ledger.OFF),
          busBytes / band.p90Seconds(),
          busBytes / band.p10Seconds());
    }

    @Override
    public String command(long sizeBytes) {
      boolean own = inferred.given().startsWith("{");
      String cluster = where == named ? name : own ? "cluster.yaml" : where.name();
      String text = "busbar collective " + op.ncclTestsName() + " --cluster " + cluster;
      if (ranks != where.gpus()) {
        text += " --ranks " + ranks;
      }
      if (together != Math.min(ranks, where.gpusPerDomain())) {
        text += " --ranks-per-domain " + together;
      }
      if (!version.equals(NcclVersion.newest())) {
        text += " --nccl " + version;
      }
      return text
          + " --explain "
          + sizeBytes
          + (own ? "  # cluster.yaml: " + inferred.given() : "");
    }
  }
}
