package io.busbar.plan.economy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.quantity.Money;
import org.junit.jupiter.api.Test;

class EconomyTest {
  @Test
  void a_year_of_a_thousand_gpus_at_three_dollars() {
    Cost cost = Cost.of(1000, Money.parse("$3"), 4, 4e6, 8760, Ledger.OFF);
    assertThat(cost.perYear()).isEqualTo(Money.parse("$26280000"));
    // 45 points on 1,000 GPUs are worth 11.8 million a year.
    assertThat(cost.perPointPerYear().dollars() * 45).isCloseTo(11.826e6, within(1.0));
    assertThat(cost.perStep().dollars()).isCloseTo(1000 * 3 * 4 / 3600.0, within(1e-6));
    assertThat(cost.perTrillionTokens().dollars())
        .isCloseTo(1000 * 3 * 4 / 3600.0 * 1e12 / 4e6, within(1.0));
  }

  @Test
  void checkpoints_and_failures_follow_young() {
    // 16,384 GPUs fail every 3.09 h; 30 s of writing give an interval of about 14 min and 7.3 %
    // lost.
    double bytes = 405e9 * 14;
    OutsideCompute outside =
        OutsideCompute.of(
            16_384,
            405e9,
            14,
            16e6,
            10,
            new OutsideCompute.Rates(4, 1e12, bytes / 30, null),
            Ledger.OFF);
    assertThat(outside.meanTimeBetweenFailuresSeconds() / 3600).isCloseTo(3.09, within(0.005));
    assertThat(outside.checkpointSeconds()).isCloseTo(30, within(1e-9));
    assertThat(outside.checkpointIntervalSeconds()).isCloseTo(817, within(1.0));
    assertThat(outside.lossShare()).isCloseTo(0.0734, within(2e-4));
    assertThat(outside.inputBytesPerSecond()).isEqualTo(6.4e6);
    assertThat(outside.inputShareOfReadRate()).isEqualTo(6.4e-6);
  }

  @Test
  void without_storage_nothing_is_said_about_its_losses() {
    OutsideCompute outside =
        OutsideCompute.of(
            8, 7e9, 14, 1e6, 1, new OutsideCompute.Rates(4, null, null, null), Ledger.OFF);
    assertThat(outside.checkpointSeconds()).isNull();
    assertThat(outside.lossShare()).isNull();
    assertThat(outside.inputShareOfReadRate()).isNull();
  }

  @Test
  void printed_formulas_give_the_numbers() {
    RecordingLedger ledger = new RecordingLedger();
    Cost.of(1024, Money.parse("$2.5"), 4.3, 4_194_304, 8760, ledger);
    OutsideCompute.of(
        1024, 70e9, 14, 4_194_304, 4.3, new OutsideCompute.Rates(4, 1e11, 1e11, null), ledger);
    for (Explained e : ledger.all()) {
      if (e.term().formula() != null) {
        double again = Formula.of(e.term().formula()).evaluate(n -> e.find(n).value());
        assertThat(again).as(e.term().name()).isCloseTo(e.value(), within(1e-9 * e.value()));
      }
    }
  }
}
