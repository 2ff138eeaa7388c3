package io.busbar.nccl.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.version.NcclVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
  private static final NcclVersion OLD = NcclVersion.of(2, 22, 3);
  private static final NcclVersion NEW = NcclVersion.of(2, 27, 7);
  private static final Position AT = Position.of("NCCL_ALGO");

  private final Problems problems = new Problems();

  private List<Algorithm> left(String text, NcclVersion version, NcclFunction f) {
    Selection selection = Selection.algorithms(text, version, AT, problems);
    return Arrays.stream(Algorithm.values()).filter(a -> !selection.excludes(f, a)).toList();
  }

  @Test
  void unset_leaves_everything_and_demands_nothing() {
    Selection selection = Selection.protocols("", NEW, AT, problems);

    for (Protocol p : Protocol.all()) {
      assertThat(selection.excludes(NcclFunction.ALL_REDUCE, p)).isFalse();
      assertThat(selection.demands(NcclFunction.ALL_REDUCE, p)).isFalse();
    }
  }

  @Test
  void a_list_leaves_what_it_names_whatever_the_case() {
    assertThat(left("ring,TREE", NEW, NcclFunction.BROADCAST))
        .containsExactly(Algorithm.TREE, Algorithm.RING);
  }

  @Test
  void a_caret_excludes_what_follows() {
    assertThat(left("^NVLS,NVLSTree", NEW, NcclFunction.ALL_REDUCE))
        .doesNotContain(Algorithm.NVLS, Algorithm.NVLS_TREE)
        .hasSize(5);
  }

  @Test
  void lists_may_be_given_per_function_from_2_24() {
    String text = "ring;allreduce:tree,nvls;allgather:^PAT";

    assertThat(left(text, NEW, NcclFunction.BROADCAST)).containsExactly(Algorithm.RING);
    assertThat(left(text, NEW, NcclFunction.ALL_REDUCE))
        .containsExactly(Algorithm.TREE, Algorithm.NVLS);
    assertThat(left(text, NEW, NcclFunction.ALL_GATHER)).doesNotContain(Algorithm.PAT).hasSize(6);
    assertThat(problems.any()).isFalse();
  }

  @Test
  void functions_that_are_not_named_stay_as_they_are() {
    assertThat(left("allreduce:tree", NEW, NcclFunction.REDUCE)).hasSize(7);
  }

  @Test
  void before_2_24_a_wrong_name_is_skipped_silently() {
    assertThat(left("SHARP,Ring", OLD, NcclFunction.ALL_REDUCE)).containsExactly(Algorithm.RING);
    assertThat(left("SHARP", OLD, NcclFunction.ALL_REDUCE)).isEmpty();
    assertThat(problems.any()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "rign, did you mean 'Ring'?",
    "allreduc:ring, did you mean 'AllReduce'?",
    "allreduce:ring;tree, since only the first list",
    "CollNet, did you mean",
  })
  void from_2_24_a_wrong_name_is_a_problem_with_the_nearest_one(String text, String part) {
    Selection.algorithms(text, NEW, AT, problems);

    assertThat(problems.list()).hasSize(1);
    assertThat(problems.list().getFirst().toString()).contains(part);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8",
    "0x10, 16",
    "010, 8",
    "true, 0",
    "4MB, 4",
    "-2, -2",
    "' 7', 7",
    "0, 0",
    "'', 2",
    "99999999999999999999, 2",
    "-99999999999999999999, 2",
  })
  void numbers_are_read_as_c_reads_them_and_else_the_default_stays(String text, int expected) {
    NcclSettings settings = NcclSettings.of(Map.of("NCCL_NVLS_ENABLE", text), NEW, AT, problems);

    assertThat(settings.nvlsEnable()).isEqualTo(expected);
  }

  @Test
  void limits_of_channels_come_from_either_name() {
    NcclSettings settings =
        NcclSettings.of(
            Map.of("NCCL_MAX_NCHANNELS", "16", "NCCL_MAX_CTAS", "8", "NCCL_DEBUG", "INFO"),
            NEW,
            AT,
            problems);

    assertThat(settings.maxChannels()).isEqualTo(8);
    assertThat(settings.minChannels()).isEqualTo(NcclSettings.AUTO);
  }
}
