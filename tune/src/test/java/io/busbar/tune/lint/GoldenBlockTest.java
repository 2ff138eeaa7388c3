package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.tune.lint.rule.LintFinding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The production block of a textbook: nineteen exports, of which three do nothing, four repeat
 * defaults, two do harm together, one is misread, one misnamed, two cap, and one is a prefix.
 */
class GoldenBlockTest {
  private static final List<String> BLOCK =
      List.of(
          "NCCL_DEBUG=WARN",
          "NCCL_DEBUG_FILE=/tmp/nccl_%h_%p.log",
          "NCCL_IB_DISABLE=0",
          "NCCL_IB_HCA=mlx5_0,mlx5_2,mlx5_4,mlx5_6",
          "NCCL_SOCKET_IFNAME=eth0",
          "NCCL_IB_CUDA_SUPPORT=1",
          "NCCL_NET_GDR_LEVEL=2",
          "NCCL_IB_GID_INDEX=3",
          "NCCL_IB_TC=106",
          "NCCL_IB_QPS_PER_CONNECTION=4",
          "NCCL_ALGO=Ring",
          "NCCL_PROTO=Simple",
          "NCCL_MIN_NCHANNELS=4",
          "NCCL_MAX_NCHANNELS=8",
          "NCCL_BUFFSIZE=4194304",
          "NCCL_SHARP_ENABLE=1",
          "SHARP_COLL_LOCK_ON_COMM_INIT=1",
          "NCCL_NVLS_ENABLE=1",
          "NCCL_TIMEOUT=300");

  /** For every version; what differs is set by {@link #expected}. */
  private static Map<String, String> everywhere() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("NCCL_IB_DISABLE", "equals-default:info");
    all.put("NCCL_IB_HCA", "hca-prefix:warning");
    all.put("NCCL_SOCKET_IFNAME", "socket-interface:info");
    all.put("NCCL_IB_CUDA_SUPPORT", "removed:warning");
    all.put("NCCL_NET_GDR_LEVEL", "path-level:warning");
    all.put("NCCL_IB_TC", "traffic-class:info");
    all.put("NCCL_IB_QPS_PER_CONNECTION", "queue-pairs:info");
    all.put("NCCL_ALGO", "choice-forced:warning contradiction:critical");
    all.put("NCCL_PROTO", "choice-forced:warning");
    all.put("NCCL_MIN_NCHANNELS", "channels:info");
    all.put("NCCL_MAX_NCHANNELS", "channels:warning");
    all.put("NCCL_BUFFSIZE", "equals-default:info");
    all.put("NCCL_SHARP_ENABLE", "unknown-name:warning");
    all.put("SHARP_COLL_LOCK_ON_COMM_INIT", "equals-default:info");
    all.put("NCCL_TIMEOUT", "unknown-name:warning");
    return all;
  }

  private static Map<String, String> expected(int minor) {
    Map<String, String> all = everywhere();
    all.put("NCCL_NVLS_ENABLE", minor < 17 ? "not-yet:warning" : "equals-default:info");
    if (minor >= 17) {
      all.put("NCCL_MIN_NCHANNELS", "channels:info old-name:info");
      all.put("NCCL_MAX_NCHANNELS", "channels:warning old-name:info");
    }
    if (minor >= 21) {
      all.put("NCCL_IB_GID_INDEX", "gid-index:info");
    }
    return all;
  }

  private static String script(List<String> lines) {
    return lines.stream().map(line -> "export " + line + "\n").collect(Collectors.joining());
  }

  private static Map<String, String> found(List<String> lines, String version) {
    Map<String, TreeSet<String>> codes = new LinkedHashMap<>();
    for (LintFinding f : Linted.shell(script(lines), version)) {
      codes
          .computeIfAbsent(f.variable(), name -> new TreeSet<>())
          .add(f.code() + ":" + f.severity().name().toLowerCase(java.util.Locale.ROOT));
    }
    Map<String, String> joined = new LinkedHashMap<>();
    codes.forEach((name, all) -> joined.put(name, String.join(" ", all)));
    return joined;
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 18, 21, 24, 27, 30})
  void the_block_is_judged_line_by_line_in_every_version(int minor) {
    assertThat(found(BLOCK, "2." + minor)).containsExactlyInAnyOrderEntriesOf(expected(minor));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void order_does_not_matter(long seed) {
    List<String> shuffled = new ArrayList<>(BLOCK);
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(found(shuffled, "2.24")).containsExactlyInAnyOrderEntriesOf(expected(24));
  }

  @Test
  void every_line_is_judged_for_itself() {
    Map<String, String> expected = expected(24);
    for (String line : BLOCK) {
      String name = line.substring(0, line.indexOf('='));
      String alone = found(List.of(line), "2.24").getOrDefault(name, "");
      String wanted = expected.getOrDefault(name, "").replace(" contradiction:critical", "");
      assertThat(alone).as(line).isEqualTo(wanted);
    }
  }

  @Test
  void splitting_over_queue_pairs_is_told_as_it_is_in_the_version() {
    for (String[] each :
        new String[][] {
          {"2.18", "is 1 in 2.18 and 2.19"}, {"2.21", "round-robin"}, {"2.30", "round-robin"}
        }) {
      assertThat(Linted.shell("export NCCL_IB_QPS_PER_CONNECTION=4", each[0]))
          .singleElement()
          .satisfies(f -> assertThat(f.reason()).contains(each[1]));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.12", "2.18", "2.21", "2.24", "2.27", "2.30"})
  void a_clean_block_gives_no_finding(String version) {
    String clean =
        """
        export NCCL_DEBUG=WARN
        export NCCL_DEBUG_FILE=/tmp/nccl.%h.%p.log
        export NCCL_SOCKET_IFNAME==bond0
        export NCCL_IB_HCA=^=mlx5_2
        export NCCL_IB_TIMEOUT=22
        export NCCL_COLLNET_ENABLE=1
        export TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC=900
        torchrun --nproc_per_node=8 train.py
        """;
    assertThat(Linted.shell(clean, version)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ring", "ring", "Tree", "Ring,Tree", "\"Ring\"", "'TREE'"})
  void any_list_without_in_network_algorithms_contradicts_sharp(String value) {
    assertThat(
            Linted.shell("export NCCL_COLLNET_ENABLE=1\nexport NCCL_ALGO=" + value + "\n", "2.27"))
        .anyMatch(f -> f.code().equals("contradiction") && f.line() == 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "NVLS,CollnetDirect", "^Tree", "NVLSTree,CollnetChain,Ring", "$CHOSEN"})
  void a_list_that_leaves_them_does_not(String value) {
    assertThat(
            Linted.shell("export NCCL_COLLNET_ENABLE=1\nexport NCCL_ALGO=" + value + "\n", "2.27"))
        .noneMatch(f -> f.code().equals("contradiction"));
  }

  @Test
  void the_order_myth_is_told_where_somebody_believes_it() {
    String rails =
        """
        export NCCL_IB_HCA=mlx5_0,mlx5_1,mlx5_2,mlx5_3  # one NIC for each GPU
        # the ordering has to match PCIe
        """;
    assertThat(Linted.codes(Linted.of("env.sh", rails, "2.27", "")))
        .contains("hca-prefix", "hca-order");
    assertThat(Linted.of("env.sh", rails, "2.27", "dgx-h100:8").findings())
        .anySatisfy(f -> {
          assertThat(f.code()).isEqualTo("hca-prefix");
          assertThat(f.reason()).contains("mlx5_10, mlx5_11");
        })
        .anySatisfy(f -> {
          assertThat(f.code()).isEqualTo("hca-missing");
          assertThat(f.title()).contains("mlx5_2");
        });
  }

  @Test
  void the_nvls_and_sharp_blocks() {
    assertThat(found(List.of("NCCL_NVLS_ENABLE=1", "NCCL_ALGO=NVLS"), "2.27"))
        .containsEntry("NCCL_NVLS_ENABLE", "equals-default:info")
        .containsEntry("NCCL_ALGO", "choice-forced:critical");
    List<String> sharp =
        List.of(
            "NCCL_SHARP_ENABLE=1",
            "SHARP_COLL_LOCK_ON_COMM_INIT=1",
            "NCCL_SHARP_GROUP_SIZE_THRESH=16",
            "NCCL_ALGO=SHARP");
    assertThat(found(sharp, "2.24").get("NCCL_ALGO")).contains("algorithm-name:critical");
    assertThat(found(sharp, "2.21").get("NCCL_ALGO")).contains("algorithm-name:warning");
    assertThat(found(sharp, "2.24"))
        .containsEntry("NCCL_SHARP_GROUP_SIZE_THRESH", "sharp-threshold:warning");
    assertThat(Linted.of("env.sh", script(sharp), "2.24", "dgx-h100:8").findings())
        .anyMatch(f -> f.reason().contains("8 nodes never reach it"));
  }

  @Test
  void old_and_new_names_of_the_in_network_algorithm() {
    assertThat(found(List.of("NCCL_ALGO=CollNet"), "2.12").get("NCCL_ALGO"))
        .doesNotContain("algorithm-name");
    assertThat(found(List.of("NCCL_ALGO=CollNet"), "2.18").get("NCCL_ALGO"))
        .contains("algorithm-name:warning");
    assertThat(found(List.of("NCCL_ALGO=allreduce:tree"), "2.21").get("NCCL_ALGO"))
        .contains("algorithm-name");
    assertThat(found(List.of("NCCL_ALGO=allreduce:tree;broadcast:ring"), "2.24")).isEmpty();
  }

  @Test
  void the_roce_block() {
    String host =
        """
        mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0   # pause on priority 3
        mlnx_qos -i eth0 --dscp2prio "set,106,3"
        cma_roce_tos=106   # in a configuration file
        """;
    Lint.Result result = Linted.of("host.sh", host, "2.27", "");
    assertThat(Linted.codes(result))
        .containsExactlyInAnyOrder("dscp-range", "qos-trust", "cma-tos");
    assertThat(result.findings()).anyMatch(f -> f.fix().contains("--dscp2prio set,26,3"));
  }

  @Test
  void the_runbook() {
    String runbook =
        """
        NCCL_DEBUG=INFO python train.py 2>&1 | grep "NVLS"
        # Expect: "NCCL INFO Channel 00 : ... NVLS"
        # Verify: NCCL_TOPO_DUMP_FILE=/tmp/topo.xml python -c "import torch.distributed"
        nvidia-smi topo -p2p r          # shows OK/PIX/NV#
        NCCL_DEBUG=INFO python train.py 2>&1 | grep "GDR"
        # Expected: "NCCL INFO GDR enabled"

        # NIC-to-GPU bandwidth:
        ib_write_bw -d mlx5_0 -x 3 --report_gbits
        nsys profile --trace=cuda,nvtx,nccl -o run python train.py
        ibstat mlx5_0 | grep -E "State|Physical|Rate"
        # Expect: Active / Polling / 400 Gb/sec
        perfquery -x 3              # error counters of the port
        """;
    assertThat(Linted.of("runbook.sh", runbook, "2.27", "").findings())
        .extracting(f -> f.line() + " " + f.code())
        .containsExactly(
            "1 debug-left",
            "2 log-line",
            "3 topo-dump",
            "4 topo-pairs",
            "5 debug-left",
            "6 log-line",
            "9 host-memory-test",
            "10 nsys-trace",
            "12 ibstat-state",
            "13 perfquery-lid");
  }
}
