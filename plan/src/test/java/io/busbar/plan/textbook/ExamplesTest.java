package io.busbar.plan.textbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.plan.textbook.TextbookComparison.Row;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExamplesTest {
  private static final List<Row> ROWS =
      Examples.all().stream().flatMap(e -> e.comparison().rows().stream()).toList();

  /** The textbook's figures as printed where it prints them; ours by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "X1  | 13B  | gradients that a group reduces        | 26.0 GB | 3.25 GB",
        "X1  | 13B  | volume of the all-reduce              | 50.3 GB | 6.30 GB",
        "X1  | 13B  | all-reduce                            | 0.13 s  | 0.126 s",
        "X1  | 13B  | all-reduce over the step of 1.2 s, nothing hidden | 10.8 % | 10.5 %",
        "X2  | TP 16 | one of them over the network, a rank per node | 0.6 ms | 5.03 ms",
        "X2  | TP 16 | one of them over the network, nodes filled | 0.6 ms | 0.629 ms",
        "X2  | TP 16 | computing of a forward pass, one sequence | 0.38 s | 0.371 s",
        "X2  | TP 16 | all-reduces over it, a rank per node  | 38 %    | 325 %",
        "X2  | TP 16 | all-reduces over it, nodes filled     | –       | 40.7 %",
        "X2  | TP 16 | all-reduces over it, TP within the domain | –   | 16.9 %",
        "D11 | 14.8 | one of them over the network, a rank per node | 0.07 ms | 0.587 ms",
        "D11 | 14.8 | a forward pass of them over the network, a rank per node | 11.2 ms | 94.0 ms",
        "D26 | 8 micro | bubble of 1F1B, part of the step    | 46.7 %  | 46.7 %",
        "D24 | 16 micro | bubble of 1F1B, part of the step   | 30.4 %  | 30.4 %",
        "D26 | 32 micro | bubble of 1F1B, part of the step   | 17.9 %  | 17.9 %",
        "D2  | 14.6 | all-reduce of 4 GB over 400 Gb/s      | 0.164 s | 0.160 s",
        "D28 | 14.9 | scaling efficiency, 1 to 128 nodes    | 79.4 %  | 79.4 %",
        "D27 | 14.9 | states of the model on the one node   | –       | 1.27 TB",
        "D38 | 14.8 | TP 8 × PP 4 × CP 2 × DP 16            | 1,024   | 1,024",
        "X4  | 14.7 | all-reduce that took 25 % of the time | –       | 4.00 %",
        "X4  | 14.7 | all-reduce that took 40 % of the time | –       | 7.69 %",
        "D29 | 1,000 | 45 points of efficiency, per year    | –       | $11,826,000",
        "D30 | 1,000 | scaling efficiency 79 → 85 %, per year | $1,576,800 | $1,855,059",
      })
  void an_example_has_the_printed_figure_and_the_right_one(
      String claim, String topic, String quantity, String textbook, String ours) {
    List<Row> rows =
        ROWS.stream()
            .filter(row -> row.claims().contains(claim))
            .filter(row -> row.topic().contains(topic) && row.quantity().equals(quantity))
            .toList();

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().textbookShown()).isEqualTo(textbook);
    assertThat(rows.getFirst().oursShown()).isEqualTo(ours);
  }
}
