package io.busbar.plan.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block.Drawing;
import io.busbar.base.report.Block.Shape;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.plan.effect.Situation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupMapTest {
  private static <T extends Shape> List<T> only(Drawing drawing, Class<T> kind) {
    return drawing.shapes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<String> nodes(Drawing drawing) {
    return only(drawing, Shape.Box.class).stream()
        .map(Shape.Box::label)
        .filter(label -> label.startsWith("node "))
        .toList();
  }

  private static void isLegible(Drawing drawing) {
    assertThat(drawing.width()).isLessThanOrEqualTo(1100);
    for (Shape.Text text : only(drawing, Shape.Text.class)) {
      assertThat(text.size()).isGreaterThanOrEqualTo(10);
      assertThat(text.x()).isBetween(0.0, drawing.width());
      assertThat(text.y()).isBetween(0.0, drawing.height());
    }
    for (Shape.Box box : only(drawing, Shape.Box.class)) {
      assertThat(box.x()).isGreaterThanOrEqualTo(0);
      assertThat(box.x() + box.width()).isLessThanOrEqualTo(drawing.width());
      assertThat(box.y() + box.height()).isLessThanOrEqualTo(drawing.height());
    }
    for (Shape.Line line : only(drawing, Shape.Line.class)) {
      assertThat(Math.min(line.x1(), line.x2())).isGreaterThanOrEqualTo(0);
      assertThat(Math.max(line.x1(), line.x2())).isLessThanOrEqualTo(drawing.width());
      assertThat(Math.max(line.y1(), line.y2())).isLessThanOrEqualTo(drawing.height());
    }
  }

  @Test
  void the_caption_says_what_crosses_which_level_at_which_rate() {
    Drawing drawing = GroupMap.of(Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1));
    isLegible(drawing);
    assertThat(drawing.caption())
        .contains("TP: 8 ranks inside a scale-up domain at 450 GB/s.")
        .contains("PP: neighbouring stages across rail leaves at 50 GB/s.")
        .contains("DP: 32 ranks across spine switches at 50 GB/s.");
  }

  @Test
  void large_clusters_are_collapsed_and_say_how_much_is_left_out() {
    Drawing drawing = GroupMap.of(Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1));
    assertThat(nodes(drawing)).hasSizeBetween(4, 7).contains("node 1", "node 2", "node 128");
    int shown = nodes(drawing).size();
    int leftOut =
        only(drawing, Shape.Text.class).stream()
            .map(Shape.Text::text)
            .filter(text -> text.startsWith("… "))
            .mapToInt(text -> Integer.parseInt(text.substring(2)))
            .sum();
    assertThat(shown + leftOut).isEqualTo(128);
  }

  @Test
  void gpus_carry_their_stage_and_lines_the_colour_of_their_kind() {
    Drawing drawing = GroupMap.of(Setups.deepseek(PipelineSchedule.DUAL_PIPE));
    isLegible(drawing);
    assertThat(only(drawing, Shape.Box.class))
        .filteredOn(box -> box.kind().equals("gpu"))
        .extracting(Shape.Box::label)
        .contains("1", "2", "16");
    assertThat(only(drawing, Shape.Line.class))
        .extracting(Shape.Line::kind)
        .contains("ep", "pp", "dp")
        .doesNotContain("tp", "cp");
  }

  @Test
  void a_group_is_shown_that_goes_as_far_as_its_kind() {
    // Racks of 72 hold four and a half pairs of stages of 8: only the last pair leaves its rack.
    Parallelism p = Setups.dense(8, 2, PipelineSchedule.ONE_F_ONE_B, 1, 36);
    Drawing drawing = GroupMap.of(Setups.of("llama3-70b", "gb200-nvl72:8", p, 288, 8192));
    assertThat(drawing.caption()).contains("PP: neighbouring stages across rail leaves");
    assertThat(only(drawing, Shape.Line.class))
        .filteredOn(line -> line.kind().equals("pp") && line.width() > 1)
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dgx-h100:1",
        "dgx-h100:2",
        "dgx-h100:3",
        "dgx-h100:2048",
        "dgx-1:4",
        "gb200-nvl72:8",
        "p5.48xlarge:64",
        "p6e-gb200.36xlarge:8",
        "l40s-pcie:16",
        "mi300x-platform:16",
        "a3-high:100",
        "nd-gb200-v6:36"
      })
  void any_cluster_can_be_drawn(String cluster) {
    Situation situation = Setups.of("llama3-8b", cluster, layout(cluster), 4096, 4096);
    isLegible(GroupMap.of(situation));
  }

  private static Parallelism layout(String cluster) {
    int nodes = Integer.parseInt(cluster.substring(cluster.indexOf(':') + 1));
    int dp = Math.max(1, Integer.highestOneBit(nodes) / 2);
    return Setups.dense(4, nodes > 1 ? 2 : 1, PipelineSchedule.ONE_F_ONE_B, 1, dp);
  }
}
