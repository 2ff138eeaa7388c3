package io.busbar.simulate.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcqcnReferenceTest {
  private static final String RUN =
      "traffic link=%dGb/s latency=1us mtu=1000 header=0 gap=0 congestion=dcqcn rates=paper"
          + " ecn=5kB:200kB:0.01 bytes=8GB fabric=star:%d flows=1-%d>0 until=160ms";

  /** Two implementations of the same rules; what is left are the times of single packets. */
  @ParameterizedTest
  @CsvSource({"40, 2", "40, 8"})
  void packets_queue_as_the_reference_says(int gigabits, int senders) {
    DcqcnReference reference = new DcqcnReference(senders, gigabits * 1e9 / 8, 1e-6, 1);
    double expected = reference.meanQueue(80e-3, 160e-3) / 1e3;

    Setting setting = new Setting(String.format(RUN, gigabits, senders + 1, senders));
    Map<String, Double> figures = new TrafficExperiment().run(setting);

    assertThat(figures.get("mean_buffer_kb")).isCloseTo(expected, within(0.1 * expected));
  }
}
