package io.busbar.tune.roce;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.env.EnvReader;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.formats.switchqos.SwitchQosReader;
import io.busbar.tune.lint.Lint;
import io.busbar.tune.lint.rule.LintFinding;
import io.busbar.tune.roce.SwitchText.Vendor;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwitchTextTest {
  private static final FabricSide SIDE = FabricSide.of(TrafficClass.USUAL, 400, 30);

  @ParameterizedTest
  @EnumSource(Vendor.class)
  void what_is_advised_reads_back_as_itself_and_has_nothing_to_complain_of(Vendor vendor) {
    String text = vendor.text(SIDE);
    List<SwitchQos> found = SwitchQosReader.read("switch", text);
    assertThat(found).hasSize(1);
    SwitchQos one = found.getFirst();
    assertThat(one.paused()).containsExactly(SIDE.priority());
    assertThat(one.priority(SIDE.dscp())).isEqualTo(SIDE.priority());
    SwitchQos.Ecn ecn = one.ecn().getFirst();
    assertThat(ecn.queue()).isEqualTo(SIDE.priority());
    assertThat(ecn.minBytes()).isEqualTo(SIDE.ecnMinBytes());
    assertThat(ecn.maxBytes()).isEqualTo(SIDE.ecnMaxBytes());
    assertThat(ecn.percent()).isEqualTo(SIDE.ecnMaxPercent());
    assertThat(one.watchdog()).isTrue();
    Lint lint = new Lint(null, null);
    lint.add(EnvReader.read("switch", text));
    lint.add(EnvReader.read("env.sh", "export NCCL_IB_TC=" + SIDE.trafficClass() + "\n"));
    assertThat(lint.finish(List.of()).findings())
        .extracting(LintFinding::code)
        .noneMatch(c -> c.startsWith("switch"));
  }
}
