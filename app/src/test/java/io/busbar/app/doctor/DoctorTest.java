package io.busbar.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.doctor.Examination.Check;
import io.busbar.app.doctor.Examination.Measurement;
import io.busbar.app.doctor.Examination.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir private Path root;

  @Test
  void a_bare_machine_is_no_failure_and_everything_missing_is_said() {
    Examination found = examine(1);

    assertThat(check(found, "shared memory").state()).isEqualTo(State.ABSENT);
    assertThat(check(found, "GPUs").state()).isEqualTo(State.ABSENT);
    assertThat(check(found, "RDMA devices").state()).isEqualTo(State.ABSENT);
    assertThat(check(found, "processors").state()).isEqualTo(State.LIMITED);
    assertThat(found.measurements().stream().filter(Measurement::possible))
        .extracting(Measurement::command)
        .containsExactly("busbar perf all_reduce --transport tcp");
    assertThat(found.verdict()).contains("1 of 4 kinds of measurement are possible");
  }

  @Test
  void gpus_and_their_module_are_named() throws IOException {
    for (String gpu : List.of("0000:18:00.0", "0000:2a:00.0")) {
      file("proc/driver/nvidia/gpus/" + gpu + "/information", "Model: \t NVIDIA H100 80GB HBM3\n");
    }
    file("proc/modules", "nvidia 1 2 3\nmlx5_core 1 2 3\n");

    Examination found = examine(2);

    assertThat(check(found, "GPUs").found()).isEqualTo("2 x NVIDIA H100 80GB HBM3");
    assertThat(check(found, "GPUDirect module").state()).isEqualTo(State.LIMITED);
  }

  @Test
  void interfaces_tell_speed_and_mtu_and_loopback_does_not_count() throws IOException {
    file("sys/class/net/lo/operstate", "unknown");
    file("sys/class/net/eth0/operstate", "up\n");
    file("sys/class/net/eth0/speed", "25000\n");
    file("sys/class/net/eth0/mtu", "9000\n");
    file("sys/class/net/eth1/operstate", "down\n");

    assertThat(check(examine(2), "network interfaces").found())
        .isEqualTo("eth0 (25 Gb/s, MTU 9000)");
  }

  @Test
  void a_port_that_is_not_active_is_a_limit() throws IOException {
    file("sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n");
    file("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)\n");
    file("sys/class/infiniband/mlx5_1/ports/1/state", "1: DOWN\n");
    file("sys/class/infiniband/mlx5_1/ports/1/rate", "10 Gb/sec (4X SDR)\n");

    Check rdma = check(examine(2), "RDMA devices");

    assertThat(rdma.state()).isEqualTo(State.LIMITED);
    assertThat(rdma.meaning()).isEqualTo("Not active: mlx5_1:1.");
  }

  @Test
  void a_quota_of_the_container_limits_processors() throws IOException {
    file("sys/fs/cgroup/cpu.max", "150000 100000\n");

    assertThat(check(examine(8), "processors").found()).isEqualTo("8 with a quota of 1.5");
  }

  @Test
  void odd_files_are_read_as_nothing() throws IOException {
    file("sys/fs/cgroup/cpu.max", "a lot");
    file("proc/meminfo", "MemTotal:\nMemAvailable: many kB\n");
    file("proc/self/status", "CapEff:\tzz\n");
    file("proc/loadavg", "");
    file("sys/class/net/eth0/operstate", "up");
    file("sys/class/net/eth0/speed", "-1");

    assertThat(check(examine(2), "network interfaces").found()).contains("speed unknown");
  }

  private Examination examine(int processors) {
    return new Doctor(root, new Doctor.Jvm("25", processors, true, true, List.of())).examine();
  }

  private static Check check(Examination found, String subject) {
    return found.checks().stream()
        .filter(check -> check.subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
