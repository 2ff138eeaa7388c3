package io.busbar.nccl.choice;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.Channels;
import io.busbar.nccl.cost.Communicator;
import io.busbar.nccl.cost.NcclCostModel;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses as NCCL does: the smallest modelled time among what no rule leaves out; of equal times
 * the first in NCCL's order. Made once per communicator; {@link #best} allocates nothing. A loaded
 * tuner plugin is not modelled. Immutable and thread-safe.
 */
public final class Tuner {
  /** What {@link #best} returns when nothing is left. */
  public static final int NOTHING = -1;

  private static final NcclVersion NO_STAND_IN = NcclVersion.of(2, 24, 3);
  private static final int CELLS_PER_FUNCTION = Algorithm.all().size() * Protocol.all().size();
  private static final int FP8_RANKS = 8;
  private static final int FP8_FACTOR = 1024;

  private final Communicator comm;
  private final NcclCostModel model;
  private final Channels channels;
  private final @Nullable Rule[] excluded = new Rule[NcclCostModel.CELLS];
  private final boolean[] ringStandsIn = new boolean[NcclFunction.all().size()];

  public Tuner(Communicator comm) {
    this.comm = comm;
    channels = new Channels(comm);
    model = new NcclCostModel(comm, channels.collective());
    for (NcclFunction f : NcclFunction.all()) {
      boolean any = false;
      for (int cell = first(f); cell < first(f) + CELLS_PER_FUNCTION; cell++) {
        excluded[cell] = reason(at(f, cell), null);
        any |= excluded[cell] == null;
      }
      if (!any && !comm.version().atLeast(NO_STAND_IN)) {
        ringStandsIn[f.ordinal()] = letRingStandIn(f);
      }
    }
  }

  private static int first(NcclFunction f) {
    return f.ordinal() * CELLS_PER_FUNCTION;
  }

  private Case at(NcclFunction f, int cell) {
    return new Case(comm, f, NcclCostModel.algorithm(cell), NcclCostModel.protocol(cell));
  }

  private @Nullable Rule reason(Case c, @Nullable Rule except) {
    for (Rule rule : Rule.values()) {
      if (rule != except && rule.excludes(c)) {
        return rule;
      }
    }
    boolean none = model.gigabytesPerSecond(c.function(), c.algorithm(), c.protocol()) == 0;
    return none ? Rule.NO_BANDWIDTH : null;
  }

  private boolean letRingStandIn(NcclFunction f) {
    boolean any = false;
    for (Protocol p : Protocol.all()) {
      int cell = NcclCostModel.cell(f, Algorithm.RING, p);
      if (excluded[cell] == Rule.EXCLUDED_BY_NCCL_ALGO) {
        excluded[cell] = reason(at(f, cell), Rule.EXCLUDED_BY_NCCL_ALGO);
        any |= excluded[cell] == null;
      }
    }
    return any;
  }

  /** The model behind the choice. */
  public NcclCostModel model() {
    return model;
  }

  /** The communicator's channels. */
  public Channels channels() {
    return channels;
  }

  /** Whether NCCL may choose a combination. */
  public boolean available(NcclFunction f, Algorithm a, Protocol p) {
    return excluded[NcclCostModel.cell(f, a, p)] == null;
  }

  /** B as NCCL's tuning table prints it: 0 for what is left out. */
  public float printedGigabytesPerSecond(NcclFunction f, Algorithm a, Protocol p) {
    return available(f, a, p) ? model.gigabytesPerSecond(f, a, p) : 0;
  }

  /** Why NCCL may not choose a combination, or null. */
  public @Nullable Exclusion exclusion(NcclFunction f, Algorithm a, Protocol p) {
    @Nullable Rule rule = excluded[NcclCostModel.cell(f, a, p)];
    return rule == null ? null : RuleTexts.exclusion(rule, new Case(comm, f, a, p));
  }

  /**
   * The cell of {@link NcclCostModel} that NCCL chooses, or {@link #NOTHING}.
   *
   * @param bytes larger of what the call sends and receives
   */
  public int best(NcclFunction f, long bytes, CallTraits traits) {
    int best = NOTHING;
    float least = Float.POSITIVE_INFINITY;
    int first = first(f);
    for (int cell = first; cell < first + CELLS_PER_FUNCTION; cell++) {
      float time = excluded[cell] == null ? timeUs(f, cell, bytes, traits) : -1;
      if (time >= 0 && time < least) {
        least = time;
        best = cell;
      }
    }
    return best;
  }

  /** {@link #best} for a plain call. */
  public int best(NcclFunction f, long bytes) {
    return best(f, bytes, CallTraits.PLAIN);
  }

  private float timeUs(NcclFunction f, int cell, long bytes, CallTraits traits) {
    Algorithm a = NcclCostModel.algorithm(cell);
    if (patCannot(f, a, traits)) {
      return -1;
    }
    float time = model.timeUs(cell, bytes, traits.operations());
    boolean rounds = traits.fp8() && a == Algorithm.RING && comm.ranks() > FP8_RANKS;
    return rounds ? time * FP8_FACTOR : time;
  }

  private static boolean patCannot(NcclFunction f, Algorithm a, CallTraits traits) {
    return traits.scaledReduction() && a == Algorithm.PAT && f == NcclFunction.REDUCE_SCATTER;
  }

  /** The choice with all candidates and reasons; for people, not for loops. */
  public Choice choose(NcclFunction f, long bytes, CallTraits traits) {
    List<Candidate> candidates = new ArrayList<>();
    int best = best(f, bytes, traits);
    @Nullable Candidate chosen = null;
    for (int cell = first(f); cell < first(f) + CELLS_PER_FUNCTION; cell++) {
      if (worthShowing(cell)) {
        Candidate candidate = candidate(f, cell, bytes, traits);
        candidates.add(candidate);
        chosen = cell == best ? candidate : chosen;
      }
    }
    return new Choice(
        f,
        bytes,
        chosen,
        chosen == null ? 0 : channels.of(f, chosen.algorithm(), chosen.protocol(), bytes),
        chosen == null ? 0 : channels.maxThreads(chosen.algorithm(), chosen.protocol()),
        candidates,
        ringStandsIn[f.ordinal()]);
  }

  /** Protocols that an algorithm never has are no candidates; one line stands for a lack of it. */
  private boolean worthShowing(int cell) {
    @Nullable Rule rule = excluded[cell];
    return rule == null
        || (rule != Rule.PROTOCOL_NOT_IMPLEMENTED
            && (rule != Rule.FUNCTION_NOT_IMPLEMENTED
                || NcclCostModel.protocol(cell) == Protocol.SIMPLE));
  }

  private Candidate candidate(NcclFunction f, int cell, long bytes, CallTraits traits) {
    Case c = at(f, cell);
    @Nullable Rule rule =
        excluded[cell] == null && patCannot(f, c.algorithm(), traits)
            ? Rule.PAT_SCALED_REDUCTION
            : excluded[cell];
    boolean open = rule == null;
    return new Candidate(
        c.algorithm(),
        c.protocol(),
        model.latencyUs(f, c.algorithm(), c.protocol()),
        open ? model.gigabytesPerSecond(f, c.algorithm(), c.protocol()) : 0,
        open ? timeUs(f, cell, bytes, traits) : Double.NaN,
        rule == null ? null : RuleTexts.exclusion(rule, c));
  }
}
