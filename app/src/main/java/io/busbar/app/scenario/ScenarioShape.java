package io.busbar.app.scenario;

import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.simulate.scenario.input.Question;
import java.util.List;
import java.util.Map;

/** The keys of a scenario file; what an option of the command line says, its key says too. */
final class ScenarioShape {
  static final String ID = "urn:busbar:scenario-file:1";

  private static final int MOST_JOBS = 64;
  private static final int MOST_FAULTS = 1000;
  private static final int MOST_RANKS = 200_000;
  private static final int MOST_CHANNELS = 128;
  private static final int MOST_MTU = 9000;
  private static final int MOST_QUEUE_PAIRS = 64;
  private static final int MOST_TIMEOUT = 31;
  private static final int MOST_RETRIES = 7;

  static final Key<String> JOB_NAME =
      Key.optional("name", Type.line(), "What the job is called; its operation by default.");
  static final Key<String> OPERATION =
      Key.optional("operation", Type.line(), "A collective or pattern, as on the command line.");
  static final Key<String> MATRIX =
      Key.optional("matrix", Type.line(), "Or a file: an htsim matrix, or a table of bytes.");
  static final Key<String> GOAL = Key.optional("goal", Type.line(), "Or a GOAL schedule.");
  static final Key<String> SIZE =
      Key.optional("size", Type.line(), "As nccl-tests counts it; of a pattern each message.")
          .or("64MiB");
  static final Key<String> START = Key.optional("start", Type.line(), "When it starts.").or("0us");
  static final Key<String> HOSTS =
      Key.optional("hosts", Type.line(), "Where its ranks are, in order, such as 0-7,16; all.");
  static final Key<Integer> RANKS =
      Key.optional("ranks", Type.count(2, MOST_RANKS), "Or the first so many hosts.");
  static final Key<Integer> SENDERS =
      Key.optional("senders", Type.count(1, MOST_RANKS), "Of an incast; all.");
  static final Key<String> ALGORITHM =
      Key.optional("algo", Type.line(), "Of a collective; the plainest that does it.");
  static final Key<Integer> CHANNELS =
      Key.optional("channels", Type.count(1, MOST_CHANNELS), "Of a collective; one per rail.");
  static final Key<String> SLOT =
      Key.optional("slot", Type.line(), "Most bytes of a message of a collective.").or("1MiB");

  static final Shape JOB =
      Shape.of(
          "Something that is sent.",
          JOB_NAME,
          OPERATION,
          MATRIX,
          GOAL,
          SIZE,
          START,
          HOSTS,
          RANKS,
          SENDERS,
          ALGORITHM,
          CHANNELS,
          SLOT);

  static final Key<String> NAME = Key.optional("name", Type.line(), "What the scenario is called.");
  static final Key<String> CLUSTER =
      Key.optional("cluster", Type.line(), "Where it plays: a name with a count of nodes.");
  static final Key<String> FABRIC =
      Key.optional("fabric", Type.line(), "Or plain hosts, such as fat-tree:8.");
  static final Key<String> TOPOLOGY =
      Key.optional("topo", Type.line(), "Or a topology file of htsim or SimAI.");
  static final Key<String> LINK =
      Key.optional("link", Type.line(), "Rate of every link of a fabric.").or("400Gb/s");
  static final Key<String> LINK_LATENCY =
      Key.optional("link_latency", Type.line(), "Of every link, one way.").or("500ns");
  static final Key<String> FIDELITY =
      Key.optional("fidelity", Type.line(), "message, flow or packet; several with commas.")
          .or("flow");
  static final Key<String> ROUTING =
      Key.optional("routing", Type.line(), "auto, ecmp, spray or adaptive; several with commas.")
          .or("auto");
  static final Key<String> CONGESTION =
      Key.optional("congestion", Type.line(), "As on the command line; several with commas.")
          .or("auto");
  static final Key<Integer> MTU =
      Key.optional("mtu", Type.count(1, MOST_MTU), "Payload of a packet, bytes.").or(4096);
  static final Key<String> BUFFER =
      Key.optional("buffer", Type.line(), "Of each switch; what its ports carry in 25 us.");
  static final Key<Integer> QUEUE_PAIRS =
      Key.optional("qps", Type.count(1, MOST_QUEUE_PAIRS), "Queue pairs of each connection.").or(1);
  static final Key<Boolean> LOSSLESS =
      Key.optional("lossless", Type.flag(), "Whether Ethernet switches pause.").or(true);
  static final Key<String> REPAIR =
      Key.optional("repair", Type.line(), "After a loss: go-back-n or selective-repeat.");
  static final Key<Integer> IB_TIMEOUT =
      Key.optional(
              "ib_timeout",
              Type.count(0, MOST_TIMEOUT),
              "As NCCL_IB_TIMEOUT: 4.096 us times 2 to this; 0 for never.")
          .or(Question.Transport.TIMEOUT_EXPONENT);
  static final Key<Integer> IB_RETRY =
      Key.optional(
              "ib_retry",
              Type.count(0, MOST_RETRIES),
              "Timeouts until a connection gives up, as NCCL_IB_RETRY_CNT.")
          .or(Question.Transport.RETRIES);
  static final Key<String> DCQCN =
      Key.optional("dcqcn", Type.line(), "Parameters of DCQCN, as --dcqcn has them.");
  static final Key<String> CONTROL =
      Key.optional("control", Type.line(), "Parameters of other controls, as --control has them.");
  static final Key<List<String>> FAULTS =
      Key.optional(
          "faults", Type.list(Type.line(), MOST_FAULTS), "What is wrong, as --fault has it.");
  static final Key<Long> SEED =
      Key.optional("seed", Type.whole(0, Long.MAX_VALUE), "Of everything by chance.").or(1L);
  static final Key<Boolean> ALONE =
      Key.optional("alone", Type.flag(), "Whether each job is played by itself too.").or(true);
  static final Key<List<Fields>> JOBS =
      Key.required("jobs", Type.list(Type.object(JOB), MOST_JOBS), "What is sent.");

  static final Shape SHAPE =
      Shape.of(
          "Jobs that share a fabric.",
          NAME,
          CLUSTER,
          FABRIC,
          TOPOLOGY,
          LINK,
          LINK_LATENCY,
          FIDELITY,
          ROUTING,
          CONGESTION,
          MTU,
          BUFFER,
          QUEUE_PAIRS,
          LOSSLESS,
          REPAIR,
          IB_TIMEOUT,
          IB_RETRY,
          DCQCN,
          CONTROL,
          FAULTS,
          SEED,
          ALONE,
          JOBS);

  /** Keys that are not called like their option. */
  static final Map<String, Key<?>> OF_OPTION =
      Map.of("OPERATION", OPERATION, "--fault", FAULTS, "--hosts", HOSTS);

  private ScenarioShape() {}
}
