package io.busbar.formats.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same settings written as a script and in the forms of YAML are the same settings. */
class SameSettingsTest {
  private static final List<String[]> SET =
      List.of(
          new String[] {"NCCL_DEBUG", "INFO"},
          new String[] {"NCCL_IB_HCA", "=mlx5_0,mlx5_1"},
          new String[] {"NCCL_SOCKET_IFNAME", "eth0"},
          new String[] {"UCX_TLS", "rc,cuda_copy"});

  record Form(String name, String file, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Form> forms() {
    return Stream.of(
        new Form("env of a pod", "pod.yaml", env("    env:\n", "    ")),
        new Form("env, quoted", "pod.yaml", quoted()),
        new Form("env, flow", "pod.yaml", flow()),
        new Form("ConfigMap behind envFrom", "cm.yaml", configMap()),
        new Form("Helm values", "values.yaml", helm()),
        new Form("compose", "compose.yaml", compose()),
        new Form("block with continuations", "mpijob.yaml", block("|")),
        new Form("folded block", "mpijob.yaml", block(">-")),
        new Form("args, one a line", "mpijob.yaml", args()),
        new Form("args, flow", "job.yaml", flowArgs()),
        new Form("PyTorchJob of two roles", "pytorchjob.yaml", roles()),
        new Form("LeaderWorkerSet", "lws.yaml", lws()),
        new Form("RayCluster", "ray.yaml", ray()),
        new Form("Slurm here-document", "job.sbatch", slurm()));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void a_form_has_the_settings_of_the_script(Form form) {
    EnvSource script = EnvReader.read("env.sh", script());

    assertThat(settings(EnvReader.read(form.file(), form.text())))
        .isEqualTo(settings(script))
        .hasSize(SET.size());
  }

  private static Set<String> settings(EnvSource source) {
    return source.assignments().stream()
        .filter(a -> a.name().matches("(?:NCCL|UCX)_.*") && a.known())
        .map(a -> a.name() + "=" + a.value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String script() {
    return each("export %s=%s\n");
  }

  private static String each(String form) {
    return SET.stream().map(s -> String.format(form, s[0], s[1])).collect(Collectors.joining());
  }

  private static String env(String head, String indent) {
    return "spec:\n  containers:\n  - name: main\n"
        + head
        + each(indent + "- name: %s\n" + indent + "  value: \"%s\"\n");
  }

  private static String quoted() {
    return "spec:\n  containers:\n  - env:\n" + each("    - name: '%s'\n      value: '%s'\n");
  }

  private static String flow() {
    return "spec:\n  containers:\n  - env:\n" + each("    - {name: %s, value: \"%s\"}\n");
  }

  private static String configMap() {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: nccl-env\ndata:\n"
        + each("  %s: \"%s\"\n");
  }

  private static String helm() {
    return "trainer:\n  image: x\n  extraEnv:\n" + each("    %s: \"%s\"\n");
  }

  private static String compose() {
    return "services:\n  train:\n    environment:\n" + each("      - %s=%s\n");
  }

  private static String block(String style) {
    return "spec:\n  containers:\n  - command: [\"/bin/bash\", \"-c\"]\n    args:\n    - "
        + style
        + "\n      mpirun -np 16 \\\n"
        + each("        -x %s=%s \\\n")
        + "        python train.py\n";
  }

  private static String args() {
    return "spec:\n  mpiReplicaSpecs:\n    Launcher:\n      template:\n        spec:\n"
        + "          containers:\n          - command:\n            - mpirun\n            args:\n"
        + each("            - -x\n            - %s=%s\n")
        + "            - python\n            - train.py\n";
  }

  private static String flowArgs() {
    return "spec:\n  containers:\n  - command: [\"mpirun\", "
        + each("\"-x\", \"%s=%s\", ")
        + "\"python\", \"train.py\"]\n";
  }

  private static String roles() {
    StringBuilder text = new StringBuilder("kind: PyTorchJob\nspec:\n  pytorchReplicaSpecs:\n");
    for (String role : List.of("Master", "Worker")) {
      text.append("    ").append(role).append(":\n      template:\n        spec:\n");
      text.append("          containers:\n          - name: pytorch\n            env:\n");
      text.append(each("            - name: %s\n              value: \"%s\"\n"));
    }
    return text.toString();
  }

  private static String lws() {
    return "kind: LeaderWorkerSet\nspec:\n  leaderWorkerTemplate:\n    leaderTemplate:\n"
        + "      spec:\n        containers:\n        - name: leader\n          command:\n"
        + "          - sh\n          - -c\n          - |\n"
        + each("            export %s=%s\n")
        + "            python -m vllm.entrypoints.openai.api_server\n";
  }

  private static String ray() {
    return "kind: RayCluster\n"
        + "spec:\n"
        + "  headGroupSpec:\n"
        + "    rayStartParams: {}\n"
        + "  runtimeEnvYAML: |\n"
        + "    env_vars:\n"
        + each("      %s: \"%s\"\n");
  }

  private static String slurm() {
    return "#!/bin/bash\n#SBATCH -N 2\ncat > run.sh <<'EOF'\n#!/bin/bash\n"
        + each("export %s=%s\n")
        + "python train.py\nEOF\nsrun bash run.sh\n";
  }
}
