package io.busbar.runtime.faults;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.call.Route;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What happens in a trial; all of it follows from the seed.
 *
 * @param victim the rank that it happens to
 * @param second another rank that is killed while the others shrink; −1 for none
 * @param visible whether buffers are allocated by the communicator
 * @param afterUs when, after all have begun
 * @param laterUs when the second rank is killed or the frozen one goes on, after the first has
 *     noticed
 */
record Scenario(
    long seed,
    Fault fault,
    String transport,
    int ranks,
    int victim,
    int second,
    CollectiveOp op,
    Route route,
    long bytes,
    boolean visible,
    How how,
    int afterUs,
    int laterUs) {
  enum Fault {
    KILL,
    FREEZE,
    CUT,
    ABORT,
    /** Nothing. */
    NONE
  }

  /** How the operation is done again and again, or what else is done. */
  enum How {
    BLOCKING,
    BACKGROUND,
    SPLIT
  }

  /** All ranks do an operation once and leave. */
  static Scenario once(CollectiveOp op, Route route, long bytes) {
    return new Scenario(
        0, Fault.NONE, "tcp", 3, -1, -1, op, route, bytes, false, How.BLOCKING, 0, 0);
  }

  private static final List<CollectiveOp> OPS =
      List.of(
          CollectiveOp.ALL_REDUCE,
          CollectiveOp.ALL_REDUCE,
          CollectiveOp.ALL_GATHER,
          CollectiveOp.REDUCE_SCATTER,
          CollectiveOp.BROADCAST,
          CollectiveOp.ALL_TO_ALL);

  /** Routes that need nothing of the machine. */
  private static final List<String> ROUTES =
      List.of(
          "auto",
          "ring",
          "tree",
          "recursive-doubling",
          "halving-doubling",
          "binomial",
          "pat",
          "direct",
          "pairwise");

  private static final int LARGEST = 22;

  static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Fault fault = Fault.values()[random.nextInt(Fault.NONE.ordinal())];
    String transport = List.of("tcp", "shm", "mixed").get(random.nextInt(3));
    if (fault == Fault.CUT && transport.equals("shm")) {
      transport = "tcp";
    }
    int ranks = transport.equals("mixed") ? 4 : random.nextInt(2, 5);
    int victim = random.nextInt(ranks);
    boolean twice = fault == Fault.KILL && ranks == 4 && random.nextInt(3) == 0;
    int second = twice ? (victim + random.nextInt(1, ranks)) % ranks : -1;
    CollectiveOp op = OPS.get(random.nextInt(OPS.size()));
    List<Route> routes =
        Route.routes(op).stream().filter(route -> ROUTES.contains(route.id())).toList();
    return new Scenario(
        seed,
        fault,
        transport,
        ranks,
        victim,
        second,
        op,
        routes.get(random.nextInt(routes.size())),
        1L << random.nextInt(2, LARGEST + 1),
        random.nextBoolean(),
        How.values()[Math.max(0, random.nextInt(6) - 3)],
        random.nextInt(30_000),
        random.nextInt(30_000));
  }

  /** The same with a fault and a transport, to be sure of each. */
  static Scenario of(long seed, Fault fault, String transport) {
    for (long s = seed; ; s++) {
      Scenario scenario = of(s);
      if (scenario.fault == fault && scenario.transport.equals(transport)) {
        return scenario;
      }
    }
  }

  /** Whether a frozen rank goes on while the others shrink; then it may be in or out. */
  boolean wakesEarly() {
    return fault == Fault.FREEZE && seed % 2 == 0;
  }

  /** Whether the ranks that are left can be sure of being the most. */
  boolean survives() {
    boolean unsure = fault == Fault.CUT || fault == Fault.FREEZE;
    return !unsure || ranks > 2 || victim > 0 || transport.equals("shm");
  }

  /** The words of a rank's task. */
  String task(int rank, String folder, String address) {
    String host = transport.equals("mixed") ? "h" + rank / 2 : address;
    return String.join(
        " ",
        Integer.toString(rank),
        Integer.toString(ranks),
        folder,
        transport,
        address,
        host,
        op.name(),
        route.id(),
        Long.toString(bytes),
        Boolean.toString(visible),
        how.name(),
        fault.name());
  }
}
