package io.busbar.plan.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.LaunchReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.Times;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.emit.Emitter;
import io.busbar.plan.emit.Framework;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is emitted and read back is the same plan. */
class RoundTripTest {
  private static Situation situation(PlanFile plan, Situation like) {
    Parallelism layout = Objects.requireNonNull(plan.layout());
    return Situation.of(
        plan.model(),
        like.cluster(),
        plan.training()
            .with(
                layout,
                Objects.requireNonNull(plan.training().microBatch()),
                Objects.requireNonNull(plan.training().recompute())),
        Times.NCCL);
  }

  private static Situation planned(String yaml) {
    Problems problems = new Problems();
    PlanFile plan =
        PlanFile.read(
            TreeReader.parse("plan.yaml", yaml.getBytes(StandardCharsets.UTF_8)), problems);
    problems.throwIfAny();
    PlanFile file = Objects.requireNonNull(plan);
    Training training =
        file.training()
            .with(
                Objects.requireNonNull(file.layout()),
                Objects.requireNonNull(file.training().microBatch()),
                Objects.requireNonNull(file.training().recompute()));
    return Situation.of(file.model(), file.cluster(), training, Times.NCCL);
  }

  private static PlanFile readBack(String name, String text, Situation plan, boolean withModel) {
    Launch launch =
        Objects.requireNonNull(LaunchReader.read(name, text, LaunchPlans::knows, other -> null));
    Problems problems = new Problems();
    Tree.Scalar cluster = new Tree.Scalar(Position.of("--cluster"), plan.cluster().name(), true);
    LaunchedPlan read = LaunchPlans.of(launch, cluster, problems);
    assertThat(read.understanding().unknown()).isEmpty();
    assertThat(read.understanding().notModelled()).isEmpty();
    assertThat(read.understanding().open()).isEmpty();
    Map<String, Tree.Scalar> options =
        withModel
            ? Map.of()
            : Map.of("model", new Tree.Scalar(Position.of("--model"), plan.model().name(), true));
    return PlanFile.of(read.plan(), options, List.of(), problems);
  }

  private static String json(String emitted) {
    return emitted.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
  }

  private static void assertSame(Training read, Training planned) {
    assertThat(read.parallelism()).isEqualTo(planned.parallelism());
    assertThat(read.batch()).isEqualTo(planned.batch());
    assertThat(read.numerics()).isEqualTo(planned.numerics());
    assertThat(read.recompute()).isEqualTo(planned.recompute());
    assertThat(read.recomputeShare()).isEqualTo(planned.recomputeShare());
    assertThat(read.overlap()).isEqualTo(planned.overlap());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        model: llama3-70b
        cluster: dgx-h100:128
        parallelism: {tp: 8, pp: 4, schedule: interleaved, virtual_stages: 5, sharding: optimizer}
        batch: {sequence: 8192, global_batch: 512, micro_batch: 1}
        precision: {compute: bf16, gradients: fp32}
        recompute: none
        """,
        """
        model: llama3.2-1b
        cluster: dgx-h100:8
        parallelism: {tp: 1, pp: 1, sharding: none}
        batch: {sequence: 4096, global_batch: 512, micro_batch: 1}
        recompute: full
        overlap: {bucket: 100MB}
        """,
        """
        model: mixtral-8x7b
        cluster: dgx-h100:16
        parallelism: {tp: 2, pp: 4, cp: 2, ep: 8, etp: 1, sharding: optimizer}
        batch: {sequence: 8192, global_batch: 256, micro_batch: 1}
        overlap: {experts: false}
        recompute: none
        """,
        """
        model: deepseek-v3
        cluster: dgx-h100:256
        parallelism: {tp: 2, pp: 16, ep: 64, etp: 1, sharding: optimizer, order: "tp,cp,ep,dp,pp"}
        batch: {sequence: 4096, global_batch: 2048, micro_batch: 1}
        precision: {compute: fp8, gradients: bf16, optimizer: adam-bf16}
        recompute: full
        """,
        """
        model: gpt3-175b
        cluster: dgx-h100:16
        parallelism: {tp: 8, pp: 8, sequence_parallel: false, sharding: none}
        batch: {sequence: 2048, global_batch: 64, micro_batch: 1}
        overlap: {gradients: false}
        recompute: full
        """,
        """
        model: qwen2.5-32b
        cluster: dgx-h100:8
        parallelism: {tp: 4, pp: 2, cp: 2, context: all-gather, sharding: optimizer}
        batch: {sequence: 16384, global_batch: 64, micro_batch: 1}
        precision: {compute: mxfp8}
        recompute: full
        overlap: {tensor: false, parameters: false}
        """,
      })
  void megatron(String yaml) {
    String runnable = yaml.contains("mxfp8") ? yaml.replace("dgx-h100", "dgx-b200") : yaml;
    Situation plan = planned(runnable);
    String script =
        Emitter.emit(Framework.MEGATRON, plan)
            + "torchrun --nnodes "
            + plan.cluster().nodes()
            + " --nproc-per-node 8 pretrain_gpt.py \"${MEGATRON_ARGS[@]}\"\n";
    PlanFile read = readBack("job.sh", script, plan, true);
    assertSame(situation(read, plan).training(), plan.training());
    ModelSpec model = read.model();
    assertThat(model.layers()).isEqualTo(plan.model().layers());
    assertThat(model.parameters().layers()).isEqualTo(plan.model().parameters().layers());
    assertThat(model.vocabulary() - plan.model().vocabulary()).isBetween(0, 7); // padded for tp
    assertThat(read.cluster().gpus()).isEqualTo(plan.cluster().gpus());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        model: llama3-8b
        cluster: dgx-h100:4
        parallelism: {tp: 1, pp: 1, sharding: gradients}
        batch: {sequence: 8192, global_batch: 128, micro_batch: 1}
        recompute: none
        overlap: {bucket: 200MB, parameters: false}
        """,
        """
        model: llama3-8b
        cluster: dgx-h100:4
        parallelism: {tp: 1, pp: 1, sharding: parameters}
        batch: {sequence: 8192, global_batch: 128, micro_batch: 2}
        precision: {compute: bf16, gradients: fp32, gradient_reduce: bf16}
        recompute: none
        """,
      })
  void deepspeed(String yaml) {
    Situation plan = planned(yaml);
    String text = json(Emitter.emit(Framework.DEEPSPEED, plan));
    PlanFile read = readBack("ds_config.json", text, plan, false);
    Numerics numerics = plan.training().numerics();
    assertThat(Objects.requireNonNull(read.layout())).isEqualTo(plan.training().parallelism());
    assertThat(read.training().globalBatch()).isEqualTo(plan.training().batch().globalBatch());
    assertThat(read.training().numerics()).isEqualTo(numerics);
  }

  private static void assertWrapped(String yaml, Framework framework) {
    Situation plan = planned(yaml);
    PlanFile read = readBack("train.py", Emitter.emit(framework, plan), plan, false);
    Training back = situation(read, plan).training();
    assertSame(back, plan.training());
    if (framework == Framework.TORCH_FSDP2) {
      assertThat(back.software().stack()).isEqualTo(plan.training().software().stack());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        model: llama3-8b
        cluster: dgx-h100:8
        parallelism: {tp: 1, pp: 1, sharding: parameters}
        batch: {sequence: 8192, global_batch: 256, micro_batch: 2}
        precision: {compute: bf16, gradients: fp32, gradient_reduce: fp32}
        recompute: none
        """,
        """
        model: llama3-8b
        cluster: dgx-h100:8
        parallelism: {tp: 1, pp: 1, sharding: parameters, shard_group: 8}
        batch: {sequence: 4096, global_batch: 256, micro_batch: 2}
        precision: {gradient_reduce: bf16}
        recompute: full
        recompute_share: 50%
        software: {stack: fsdp}
        """,
        """
        model: llama3-70b
        cluster: dgx-h100:16
        parallelism: {tp: 8, pp: 4, schedule: interleaved, virtual_stages: 5, sharding: gradients}
        batch: {sequence: 8192, global_batch: 64, micro_batch: 1}
        recompute: full
        software: {stack: fsdp-compiled}
        """,
        """
        model: llama3-70b
        cluster: dgx-h100:16
        parallelism: {tp: 8, cp: 2, pp: 2, schedule: 1f1b, context: all-gather, sharding: gradients, order: "tp,cp,ep,dp,pp"}
        batch: {sequence: 16384, global_batch: 64, micro_batch: 1}
        recompute: full
        overlap: {tensor: false}
        software: {stack: fsdp}
        """,
        """
        model: llama3-70b
        cluster: dgx-h100:16
        parallelism: {tp: 2, pp: 4, schedule: zb-v, sharding: gradients}
        batch: {sequence: 8192, global_batch: 128, micro_batch: 1}
        recompute: none
        software: {stack: fsdp-compiled}
        """,
      })
  void fully_sharded(String yaml) {
    assertWrapped(yaml, Framework.TORCH_FSDP2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        model: llama3.2-1b
        cluster: dgx-h100:8
        parallelism: {tp: 1, pp: 1, sharding: none}
        batch: {sequence: 4096, global_batch: 512, micro_batch: 1}
        recompute: full
        overlap: {bucket: 100MiB}
        """,
        """
        model: llama3.2-1b
        cluster: dgx-h100:4
        parallelism: {tp: 1, pp: 1, sharding: optimizer}
        batch: {sequence: 4096, global_batch: 64, micro_batch: 2}
        precision: {gradient_reduce: bf16}
        overlap: {bucket: 50MiB}
        recompute: none
        """,
      })
  void replicated(String yaml) {
    assertWrapped(yaml, Framework.TORCH_DDP);
  }

  /** The plans of the project's examples. */
  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../examples"))) {
      List<Path> plans = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        String text = Files.readString(file);
        if (text.lines().anyMatch(line -> line.startsWith("parallelism:"))
            && text.lines().anyMatch(line -> line.startsWith("cluster:"))) {
          plans.add(file);
        }
      }
      return plans.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_comes_back_through_megatron(Path file) {
    PlanFile asked = PlanFile.load(file, PlanOption.overlay(Map.of()));
    Situation plan =
        Planner.plan(new PlanQuestion(asked, Times.NCCL, null, false, false)).situation();
    Cluster cluster = plan.cluster();
    Cluster named = Clusters.parse(cluster.name(), Position.of("--cluster"), new Problems());
    assumeTrue(
        named != null && named.gpus() == cluster.gpus(),
        "a script does not say that GPUs of a unit are left free");
    int perHost = cluster.node().gpusPerHost();
    String script =
        Emitter.emit(Framework.MEGATRON, plan)
            + "torchrun --nnodes "
            + plan.cluster().gpus() / perHost
            + " --nproc-per-node "
            + perHost
            + " pretrain_gpt.py \"${MEGATRON_ARGS[@]}\"\n";
    PlanFile read = readBack("job.sh", script, plan, true);
    Training back = situation(read, plan).training();
    assertThat(read.model().parameters().layers()).isEqualTo(plan.model().parameters().layers());
    if (script.lines().noneMatch(line -> line.startsWith("# - "))) {
      assertSame(back, plan.training());
    } else {
      // What Megatron-LM cannot do stands in the head of the script; the rest comes back.
      Parallelism p = plan.training().parallelism();
      assertThat(List.of(back.parallelism().tp(), back.parallelism().pp(), back.parallelism().ep()))
          .isEqualTo(List.of(p.tp(), p.pp(), p.ep()));
      assertThat(back.batch()).isEqualTo(plan.training().batch());
      assertThat(back.recompute()).isEqualTo(plan.training().recompute());
    }
  }
}
