package io.busbar.formats.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchReaderTest {
  private static final Map<String, String> FILES =
      Map.of(
          "job.sh",
          "#!/bin/bash\n#SBATCH -N 2\nA=(--tp 8 \"x $B\")\ncat <<EOF > d.json\n{\"train_batch_size\": 1}\nEOF\n"
              + "if [[ $A == b* ]]; then A+=(1); fi\nsrun torchrun --nnodes $((1+1)) x.py ${A[@]}\n",
          "ds.json",
          "{\"train_batch_size\": 8, \"zero_optimization\": {\"stage\": 2}, \"l\": [1, {\"a\": 2}]}",
          "train.toml",
          "[training]\nseq_len = 8192 # tokens\n[parallelism]\ntensor_parallel_degree = 8\na = [1, 2]\n",
          "train.yaml",
          "per_device_train_batch_size: 2\nlearning_rate: 1e-5\nfsdp_config: {a: [1, 2]}\n",
          "recipe.py",
          "def llama3_8b_pretrain_config():\n  cfg.model.tensor_model_parallel_size = 8\n  f(a=1, b='x')\n",
          "train.py",
          """
          RANKS = 4  # of a node
          parser.add_argument("--batch-size", type=int, default=8, help="x")
          def wrap(model, n):
              mesh = init_device_mesh("cuda", (2, RANKS), mesh_dim_names=("dp", 'tp'))
              '''reshard_after_forward=None'''  # reshard_after_forward=3
              o = {"reshard_after_forward": False, "mp_policy": MixedPrecisionPolicy(
                  param_dtype=torch.bfloat16, reduce_dtype=n)}
              fully_shard(model, **o)
              DataLoader(data, batch_size=args.batch_size)
          """);

  private static @Nullable Launch read(String name, String text) {
    return LaunchReader.read(name, text, known -> true, other -> null);
  }

  private static List<String> settings(String name) {
    Launch launch = Objects.requireNonNull(read(name, Objects.requireNonNull(FILES.get(name))));
    return launch.settings().stream().map(s -> s.shown() + "@" + s.at().line()).toList();
  }

  @Test
  void settings_are_told_with_their_lines() {
    assertThat(settings("job.sh")).containsExactly("tp 8 x $B@3");
    assertThat(settings("ds.json")).contains("train_batch_size 8@1", "zero_optimization.stage 2@1");
    assertThat(settings("train.toml"))
        .containsExactlyInAnyOrder(
            "training.seq_len 8192@2",
            "parallelism.tensor_parallel_degree 8@4",
            "parallelism.a 1 2@5");
    assertThat(settings("train.yaml")).contains("fsdp_config.a 1 2@3");
    assertThat(settings("recipe.py"))
        .contains("cfg.model.tensor_model_parallel_size 8@2", "a 1@3", "b x@3");
    assertThat(settings("train.py"))
        .contains(
            "RANKS 4@1",
            "init_device_mesh@4",
            "mesh_shape 2 4@4",
            "mesh_dim_names dp tp@4",
            "reshard_after_forward False@6",
            "param_dtype bfloat16@7",
            "reduce_dtype n@7",
            "fully_shard@8",
            "batch_size 8@9")
        .doesNotContain("wrap@3", "reshard_after_forward None@5", "reshard_after_forward 3@5");
  }

  @ParameterizedTest
  @CsvSource({
    "torchrun --nnodes 4 --nproc_per_node 8 x.py, 32",
    "python -m torch.distributed.launch --nproc_per_node=8 --nnodes=2 x.py, 16",
    "deepspeed --num_nodes 2 --num_gpus 8 x.py, 16",
    "accelerate launch --num_machines 2 --num_processes 16 x.py, 16",
    "mpirun -np 64 python x.py, 64",
    "srun -N 4 --ntasks-per-node=8 python x.py, 32",
    "torchrun --nproc_per_node 4 x.py, 4",
    "python x.py, 0",
  })
  void launchers_say_how_many_gpus(String command, long gpus) {
    Launch launch = Objects.requireNonNull(read("job.sh", command + " --lr 1\n"));
    assertThat(launch.world().total()).isEqualTo(gpus);
    assertThat(launch.program()).isEqualTo("x.py");
  }

  @Test
  void a_device_mesh_says_how_many_gpus() {
    Launch launch =
        Objects.requireNonNull(read("train.py", Objects.requireNonNull(FILES.get("train.py"))));
    assertThat(launch.kind()).isEqualTo(LaunchKind.TORCH);
    assertThat(launch.world().total()).isEqualTo(8);
    assertThat(launch.settings())
        .filteredOn(setting -> setting.name().equals("reduce_dtype"))
        .allMatch(setting -> !setting.known());
  }

  @Test
  void the_head_of_a_batch_script_counts_where_nothing_nearer_speaks() {
    String head = "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:a100:8\n";
    Launch.World world =
        Objects.requireNonNull(read("job.sh", head + "srun python x.py --lr 1\n")).world();
    assertThat(world.total()).isEqualTo(32);
    assertThat(Objects.requireNonNull(world.gpu()).value()).isEqualTo("a100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"job.sh", "ds.json", "train.toml", "train.yaml", "recipe.py", "train.py"})
  void cut_and_mangled_files_end_in_a_refusal_or_a_reading(String name) {
    String text = Objects.requireNonNull(FILES.get(name));
    Random random = new Random(7);
    String signs = "\"'${}()[]<>|&;#\\\n =-0aé\u0000";
    for (int cut = 0; cut <= text.length(); cut++) {
      tryReading(name, text.substring(0, cut));
      StringBuilder mangled = new StringBuilder(text);
      for (int i = 0; i < 4; i++) {
        mangled.setCharAt(
            random.nextInt(text.length()), signs.charAt(random.nextInt(signs.length())));
      }
      tryReading(name, mangled.toString());
    }
  }

  private static void tryReading(String name, String text) {
    try {
      read(name, text);
    } catch (InputException refused) {
      assertThat(refused.problems()).isNotEmpty();
    }
  }

  @Test
  void errors_of_toml_are_told_all_at_once_with_their_places() {
    assertThatThrownBy(() -> read("train.toml", "a = \n[b\nc = 1\nd = = 2\n"))
        .isInstanceOfSatisfying(
            InputException.class,
            e -> assertThat(e.problems()).hasSizeGreaterThan(1).allMatch(p -> p.at().line() > 0));
  }

  @Test
  void brackets_without_end_are_refused_before_they_are_parsed() {
    assertThatThrownBy(() -> read("train.toml", "a = " + "[".repeat(100_000)))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> read("ds.json", "{\"train_batch_size\": " + "[".repeat(100_000)))
        .isInstanceOf(InputException.class);
    assertThat(read("job.sh", "run " + "$(".repeat(50_000))).isNotNull();
  }
}
