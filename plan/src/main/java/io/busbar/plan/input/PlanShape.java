package io.busbar.plan.input;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.training.TrainingShape;
import io.busbar.model.workload.ModelReading;
import io.busbar.model.workload.Models;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of a plan file. */
final class PlanShape {
  static final String ID = "busbar/plan-file/1";
  private static final double HOURS_PER_YEAR = 365 * 24;
  private static final Bandwidth SLOWEST = new Bandwidth(1e3);
  private static final Bandwidth FASTEST = new Bandwidth(1e15);

  private static final Key<String> SCHEMA =
      Key.optional("schema", Type.named(Map.of(ID, ID)), "Version of this format.").mention(ID);
  static final Key<String> NAME =
      Key.optional("name", Type.text(), "What the plan is called in its report.")
          .example("llama3-70b on 1024 H100");
  static final Key<ModelReading> MODEL =
      Key.required(
              "model",
              Models.TYPE,
              "What is trained: a name of 'busbar catalog models', the path of a Hugging Face"
                  + " config.json, or its keys.")
          .example("llama3-70b");
  static final Key<Cluster> CLUSTER =
      Key.required(
              "cluster",
              Clusters.TYPE,
              "Where: a node of 'busbar catalog nodes' with a count, the path of a cluster file, or"
                  + " its keys.")
          .example("dgx-h100:128");
  static final Key<Money> PRICE =
      Key.optional(
              "price_per_gpu_hour",
              Type.quantity(
                  Money::parsePerHour, "$2.50/h", Money.ofDollars(0), Money.ofDollars(1000)),
              "What a GPU costs per hour; without it costs are left out.")
          .example("$2.50/h");

  static final Key<Share> COMMUNICATION_SHARE =
      Key.optional(
              "communication_share",
              Type.quantity(Share::parse, "10%"),
              "Share of the step that gradient communication may take (default 10%).")
          .or(new Share(0.10))
          .mention("10%");
  static final Shape BUDGET_SHAPE = Shape.of("What the plan is held against.", COMMUNICATION_SHARE);
  static final Key<Fields> BUDGET =
      Key.optional("budget", Type.object(BUDGET_SHAPE), "What the plan is held against.");

  static final Key<Bandwidth> READ_RATE =
      Key.optional("read_rate", rate(), "What the whole cluster can read from it.")
          .mention("200GB/s");
  static final Key<Bandwidth> WRITE_RATE =
      Key.optional("write_rate", rate(), "What the whole cluster can write to it.")
          .mention("100GB/s");
  static final Key<TimeSpan> CHECKPOINT_INTERVAL =
      Key.optional(
              "checkpoint_interval",
              Type.quantity(TimeSpan::parse, "30min", new TimeSpan(1), new TimeSpan(30 * 86400)),
              "Time between checkpoints.")
          .mention("30min");
  static final Key<DataSize> BYTES_PER_TOKEN =
      Key.optional(
              "bytes_per_token",
              Type.quantity(DataSize::parse, "4B", new DataSize(1), new DataSize(1_000_000_000)),
              "What one token of input takes (default 4B).")
          .or(new DataSize(4))
          .mention("4B");
  static final Shape STORAGE_SHAPE =
      Shape.of(
          "Storage behind the cluster.",
          READ_RATE,
          WRITE_RATE,
          CHECKPOINT_INTERVAL,
          BYTES_PER_TOKEN);
  static final Key<Fields> STORAGE =
      Key.optional(
          "storage",
          Type.object(STORAGE_SHAPE),
          "Storage behind the cluster, for input and checkpoints; without rates they are left"
              + " out.");

  static final Key<Double> HOURS =
      Key.optional(
              "hours_per_year",
              Type.number(1, 366 * 24),
              "Hours per year that the cluster trains, for costs per year (default 8760).")
          .or(HOURS_PER_YEAR)
          .mention("8760");

  static final Shape SHAPE =
      Shape.of(
          "A plan: what one training step costs on a cluster. Keys that start with # show what"
              + " holds, or may be said, when nothing is written.",
          keys());

  private PlanShape() {}

  private static Key<?>[] keys() {
    List<Key<?>> keys = new ArrayList<>(List.of(SCHEMA, NAME, MODEL, CLUSTER));
    keys.addAll(TrainingShape.keys());
    keys.addAll(List.of(PRICE, BUDGET, STORAGE, HOURS));
    return keys.toArray(Key<?>[]::new);
  }

  private static Type<Bandwidth> rate() {
    return Type.quantity(Bandwidth::parse, "200GB/s", SLOWEST, FASTEST);
  }
}
