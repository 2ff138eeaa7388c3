package io.busbar.formats.env;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.env.Assignment.Manner;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of file gives the value that the program would see. */
class EnvReaderTest {
  private static List<String> pairs(String file, String text) {
    return EnvReader.read(file, text).assignments().stream()
        .map(a -> a.name() + "=" + a.value())
        .toList();
  }

  private static Assignment only(String file, String text) {
    List<Assignment> all = EnvReader.read(file, text).assignments();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "export A_B=1                | 1 | true",
        "export A_B=\"x y\"          | x y | true",
        "export A_B='x$y'            | x$y | true",
        "export A_B=x\\ y            | x y | true",
        "export A_B=a\"b\"'c'        | abc | true",
        "export A_B=$(hostname)      | $(hostname) | false",
        "export A_B=`hostname`       | `hostname` | false",
        "export A_B=$OTHER           | $OTHER | false",
        "export A_B=${OTHER:-eth0}   | eth0 | true",
        "export A_B==mlx5_0          | =mlx5_0 | true",
        "export A_B=^lo,docker       | ^lo,docker | true",
        "A_B=1 ./run                 | 1 | true",
        "setenv A_B 1                | 1 | true",
        "declare -x A_B=\"1\"        | 1 | true",
        "env A_B=1 ./run             | 1 | true",
        "mpirun -x A_B=1 ./run       | 1 | true",
        "mpirun -genv A_B 1 ./run    | 1 | true",
        "docker run -e A_B=1 image   | 1 | true",
        "docker run --env=A_B=1 image | 1 | true",
        "srun --export=ALL,A_B=1 ./run | 1 | true",
        "#SBATCH --export=ALL,A_B=1  | 1 | true",
        "mpirun --mca mca_base_env_list \"A_B=1\" ./run | 1 | true",
        "echo A_B=1 >> /etc/nccl.conf | 1 | true",
        "export A_B=1 # why          | 1 | true",
        "if x; then export A_B=1; fi | 1 | true",
      })
  void a_shell_line(String line, String value, boolean known) {
    Assignment a = only("run.sh", line + "\n");
    assertThat(a.name()).isEqualTo("A_B");
    assertThat(a.value()).isEqualTo(value);
    assertThat(a.known()).isEqualTo(known);
  }

  @Test
  void a_value_from_the_same_script_is_known_and_not_to_be_edited() {
    List<Assignment> all =
        EnvReader.read("run.sh", "IF=bond0\nexport NCCL_SOCKET_IFNAME==$IF\n").assignments();
    assertThat(all.getLast().value()).isEqualTo("=bond0");
    assertThat(all.getLast().known()).isTrue();
    assertThat(all.getLast().valueAt()).isNull();
  }

  @Test
  void manners() {
    String script =
        """
        A_A=1
        B_B=2
        export B_B
        C_C=3 ./run
        mpirun -x D_D --mca E_E 5 ./run
        """;
    assertThat(EnvReader.read("run.sh", script).assignments())
        .extracting(Assignment::name, Assignment::manner)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("A_A", Manner.UNEXPORTED),
            org.assertj.core.groups.Tuple.tuple("B_B", Manner.SET),
            org.assertj.core.groups.Tuple.tuple("C_C", Manner.COMMAND),
            org.assertj.core.groups.Tuple.tuple("D_D", Manner.FORWARDED),
            org.assertj.core.groups.Tuple.tuple("E_E", Manner.MCA));
  }

  @Test
  void commands_over_several_lines_with_their_comments() {
    EnvSource source =
        EnvReader.read(
            "run.sh",
            """
            mpirun -np 8 \\
              -x A_B=1 \\
              ./all_reduce_perf -b 8 2>&1 | grep "GDR"  # look
            # Expected: much
            """);
    assertThat(source.commands()).hasSize(2);
    assertThat(source.commands().getFirst().words())
        .startsWith("mpirun", "-np", "8", "-x", "A_B=1", "./all_reduce_perf");
    assertThat(source.commands().getFirst().runs("all_reduce_perf")).isTrue();
    assertThat(source.commands().getLast().words()).containsExactly("grep", "GDR");
    assertThat(source.commands().getLast().comment()).isEqualTo("look Expected: much");
    assertThat(source.assignments().getFirst().at().line()).isEqualTo(2);
  }

  @Test
  void branches_are_marked_and_here_documents_are_listings() {
    List<Assignment> all =
        EnvReader.read(
                "run.sh",
                """
                if true; then
                  export A_A=1
                fi
                cat > nccl.conf <<EOF
                B_B="2"
                EOF
                export C_C=3
                """)
            .assignments();
    assertThat(all).extracting(Assignment::conditional).containsExactly(true, false, false);
    assertThat(all.get(1).value()).as("no shell takes these quotes off").isEqualTo("\"2\"");
  }

  @Test
  void nccl_reads_its_file_without_trimming() {
    assertThat(
            pairs(
                "/etc/nccl.conf",
                "# comment\nNCCL_A=1 \n NCCL_B=2\nexport NCCL_C=3\nNCCL_D==x # y\nnothing\n"))
        .containsExactly("NCCL_A=1 ", " NCCL_B=2", "export NCCL_C=3", "NCCL_D==x # y");
  }

  @Test
  void a_listing_is_literal_and_knows_its_node() {
    EnvSource source =
        EnvReader.read("env.txt", "HOSTNAME=n7\nA_B=\"x\"\nPATH=/bin\ndeclare -x C_D=\"y\"\n");
    assertThat(source.kind()).isEqualTo(SourceKind.LISTING);
    assertThat(source.assignments())
        .extracting(Assignment::value)
        .containsExactly("n7", "\"x\"", "/bin", "y");
    assertThat(source.assignments().get(1).node()).isEqualTo("n7");
    assertThat(pairs("environ", "A_B=1\0C_D=2\0")).containsExactly("A_B=1", "C_D=2");
  }

  @Test
  void dockerfiles() {
    assertThat(
            pairs(
                "Dockerfile",
                """
                FROM base
                ENV A_A=1 B_B="two words"
                ENV C_C three
                ENV D_D=4 \\
                    E_E=5
                RUN echo "F_F=6" >> /etc/nccl.conf
                """))
        .containsExactly("A_A=1", "B_B=two words", "C_C=three", "D_D=4", "E_E=5", "F_F=6");
  }

  @Test
  void what_a_build_step_exports_is_not_set_in_the_image() {
    assertThat(only("Dockerfile", "FROM x\nRUN export NCCL_DEBUG=INFO && make\n").manner())
        .isEqualTo(Manner.UNEXPORTED);
  }

  @Test
  void yaml_of_kubernetes_and_compose() {
    EnvSource source =
        EnvReader.read(
            "pod.yaml",
            """
            spec:
              containers:
              - env:
                - name: NCCL_A
                  value: "1"
                - name: NCCL_B
                  value: 2   # plain
                - {name: NCCL_C, value: '3'}
                - name: NCCL_D
                  valueFrom: {fieldRef: {fieldPath: x}}
                command: ["sh", "-c"]
              - env:
                  NCCL_E: five
              environment:
                - NCCL_F=6
                - "NCCL_G={{ .Values.g }}"
            """);
    assertThat(source.assignments())
        .extracting(a -> a.name() + "=" + a.value())
        .containsExactly(
            "NCCL_A=1",
            "NCCL_B=2",
            "NCCL_C=3",
            "NCCL_E=five",
            "NCCL_F=6",
            "NCCL_G={{ .Values.g }}");
    assertThat(source.assignments().get(1).manner()).isEqualTo(Manner.YAML_PLAIN);
  }

  @Test
  void python() {
    EnvSource source =
        EnvReader.read(
            "train.py",
            """
            os.environ["NCCL_A"] = "1"
            os.environ.setdefault('NCCL_B', '2')
            os.environ["NCCL_C"] = str(x)
            env = {"NCCL_D": "4", "plain": 5}
            # os.environ["NCCL_E"] = "5"
            model = DDP(
                model,
                bucket_cap_mb=25,  # megabytes
                device_ids=[0, 1],
            )
            """);
    assertThat(source.assignments())
        .extracting(a -> a.name() + "=" + a.value() + " " + a.known())
        .containsExactly("NCCL_A=1 true", "NCCL_B=2 true", "NCCL_C=str(x) false", "NCCL_D=4 true");
    assertThat(source.calls()).hasSize(1);
    assertThat(source.calls().getFirst().arguments())
        .containsEntry("bucket_cap_mb", "25")
        .containsEntry("device_ids", "[0, 1]");
  }

  @Test
  void conditions_of_no_sync_in_their_three_forms() {
    assertThat(
            EnvReader.read(
                    "train.py",
                    """
                    ctx = model.no_sync() if (i + 1) % n != 0 else nullcontext()
                    if i % n != n - 1:
                        with model.no_sync():
                            loss.backward()
                    with (model.no_sync() if i % n else nullcontext()):
                        loss.backward()
                    """)
                .calls())
        .extracting(PythonCall::condition)
        .containsExactly("(i + 1) % n != 0", "i % n != n - 1", "i % n");
  }

  @Test
  void logs_of_nccl() {
    EnvSource source =
        EnvReader.read(
            "job.log",
            """
            n1:10:11 [0] NCCL INFO NCCL_IB_TIMEOUT set by environment to 22.
            [1,0]<stdout>:n1:10:11 [0] NCCL INFO NCCL_IB_HCA set to mlx5_0
            NCCL version 2.24.3+cuda12.4
            n2:20:21 [0] NCCL INFO NCCL_TOPO_FILE set by environment to /a.b.
            """);
    assertThat(source.kind()).isEqualTo(SourceKind.NCCL_LOG);
    assertThat(source.ncclVersion()).isEqualTo("2.24.3");
    assertThat(source.assignments())
        .extracting(a -> a.node() + " " + a.name() + "=" + a.value())
        .containsExactlyInAnyOrder(
            "n1 NCCL_IB_TIMEOUT=22", "n2 NCCL_TOPO_FILE=/a.b.", "n1 NCCL_IB_HCA=mlx5_0");
  }

  @Test
  void fenced_blocks_of_markdown() {
    assertThat(
            pairs(
                "README.md",
                "Set export NCCL_A=0\n```bash\nexport NCCL_B=1\n```\n~~~ini\nNCCL_C=2\n~~~\n"))
        .containsExactly("NCCL_B=1", "NCCL_C=2");
  }

  @Test
  void spans_point_at_what_they_name() {
    for (String line :
        List.of(
            "export NCCL_A=xyz",
            "export NCCL_A=\"xyz\"",
            "export \"NCCL_A=xyz\"",
            "mpirun -x NCCL_A=xyz ./run",
            "docker run --env=NCCL_A=xyz image")) {
      Assignment a = only("run.sh", line);
      Span at = a.valueAt();
      assertThat(at).as(line).isNotNull();
      if (at != null) {
        assertThat(line.substring(at.start(), at.end())).as(line).isEqualTo("xyz");
      }
    }
  }
}
