package io.busbar.diagnose.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectScriptTest {
  private static final Map<String, String> TOOLS = new LinkedHashMap<>();

  static {
    TOOLS.put(
        "nvidia-smi",
        """
        case "$*" in
          "topo -m") printf '\\tGPU0\\tGPU1\\tNIC0\\tCPU Affinity\\nGPU0\\t X \\tNV18\\tPIX\\t0-55\\n'
                     printf 'GPU1\\tNV18\\t X \\tSYS\\t0-55\\nNIC0\\tPIX\\tSYS\\t X \\t\\n';;
          "nvlink -s") printf 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: x)\\n\\t Link 0: 26.562 GB/s\\n';;
          "") echo '| NVIDIA-SMI 550.54.15  Driver Version: 550.54.15  CUDA Version: 12.4 |';;
          *) echo "nothing";;
        esac
        """);
    TOOLS.put(
        "ibstat",
        """
        cat <<'X'
        CA 'mlx5_1'
        	Port 1:
        		State: Down
        		Physical state: Polling
        		Rate: 10
        		Link layer: InfiniBand
        X
        """);
    TOOLS.put("rdma", "echo 'link mlx5_0/1 state ACTIVE physical_state LINK_UP'");
    TOOLS.put("ethtool", "echo '     rx_prio3_pause: 17'");
    TOOLS.put("mlnx_qos", "echo 'Priority trust state: dscp'");
    TOOLS.put("lsmod", "echo 'nvidia_peermem 16384 0'");
    TOOLS.put("ofed_info", "echo 'MLNX_OFED_LINUX-23.10-0.5.5.0:'");
    TOOLS.put(
        "dmesg", "echo '[Wed May  1 10:00:00 2024] NVRM: Xid (PCI:0000:dc:00): 79, pid=1, x'");
    TOOLS.put("lspci", "sleep 0; echo '1b:00.0 Infiniband controller: Mellanox'");
  }

  @TempDir Path folder;

  @BeforeEach
  void fake_machine() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no POSIX shell");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (Map.Entry<String, String> tool : TOOLS.entrySet()) {
      Path file = Files.writeString(bin.resolve(tool.getKey()), "#!/bin/sh\n" + tool.getValue());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path device = folder.resolve("root/sys/class/infiniband/mlx5_0");
    Files.createDirectories(device.resolve("device/net/eth2"));
    Files.createDirectories(device.resolve("ports/1/counters"));
    Files.writeString(device.resolve("ports/1/counters/symbol_error"), "4\n");
    Files.writeString(device.resolve("ports/1/state"), "4: ACTIVE\n");
    Files.createDirectories(folder.resolve("root/proc"));
    Files.writeString(folder.resolve("root/proc/version"), "Linux version 5.15.0-91-generic\n");
    Files.createDirectories(folder.resolve("root/etc"));
    Files.writeString(folder.resolve("root/etc/nccl.conf"), "NCCL_IB_HCA=mlx5\n");
    Files.writeString(
        folder.resolve("nccl.log"), "node01:1:2 [0] NCCL INFO NCCL version 2.23.4+cuda12.4\n");
    Files.writeString(folder.resolve("collect.sh"), CollectScript.text());
  }

  private String collect(String... options) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of("/bin/sh", folder + "/collect.sh", "-o", folder + "/out", "-w", "0"),
                Stream.of(options))
            .toList();
    ProcessBuilder process = new ProcessBuilder(command);
    process.environment().clear();
    process.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    process.environment().put("NCCL_DEBUG", "INFO");
    process.environment().put("NCCL_TOKEN", "hidden");
    process.environment().put("AWS_SECRET_ACCESS_KEY", "hidden");
    process.redirectError(folder.resolve("errors.txt").toFile());
    Process running = process.start();
    String out = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(folder.resolve("errors.txt")).isEmptyFile();
    return out.strip();
  }

  @Test
  void what_is_collected_is_recognised_whole() throws Exception {
    String archive = collect("-r", folder + "/root", "-l", folder + "/nccl.log");
    Diagnosis diagnosis =
        new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(Path.of(archive)));

    assertThat(diagnosis.inputs()).hasSizeGreaterThan(15);
    assertThat(diagnosis.inputs())
        .noneMatch(i -> i.kind().equals("unknown") || i.kind().equals("skipped"));
    assertThat(diagnosis.findings())
        .extracting(Diagnosis.Cause::code)
        .contains("ib-port-down", "gpu-fallen-off-bus");
  }

  @Test
  void a_directory_is_left_when_asked_for() throws Exception {
    Path result = Path.of(collect("-n", "-r", folder + "/root"));
    String env;
    try (Stream<Path> files = Files.walk(result)) {
      env = Files.readString(files.filter(f -> f.endsWith("env.txt")).findFirst().orElseThrow());
    }
    assertThat(env).contains("NCCL_DEBUG=INFO").doesNotContain("hidden", "TOKEN");
  }

  @Test
  void a_machine_without_any_tool_gives_what_it_has() throws Exception {
    try (Stream<Path> tools = Files.list(folder.resolve("bin"))) {
      for (Path tool : tools.toList()) {
        Files.delete(tool);
      }
    }
    Path result = Path.of(collect("-n", "-r", folder + "/nothing"));
    try (Stream<Path> files = Files.walk(result)) {
      Path missing = files.filter(f -> f.endsWith("not-here.txt")).findFirst().orElseThrow();
      assertThat(Files.readString(missing)).contains(": not here");
    }
    assertThat(new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(result)).inputs())
        .noneMatch(i -> i.kind().equals("unknown"));
  }

  @Test
  void the_script_is_clean_where_it_can_be_checked() throws Exception {
    Process check;
    try {
      check =
          new ProcessBuilder("shellcheck", "-s", "sh", folder + "/collect.sh")
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "shellcheck is not here");
      return;
    }
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(check.waitFor()).as(said).isZero();
  }
}
