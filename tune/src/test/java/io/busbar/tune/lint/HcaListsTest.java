package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.tune.lint.rule.Edit;
import io.busbar.tune.lint.rule.LintFinding;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What NCCL_IB_HCA selects: drivers' names, prefixes, other adapters of the node. */
class HcaListsTest {
  private static final String COMPUTE =
      "=mlx5_0,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_9,mlx5_10,mlx5_11";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # All devices of the driver: storage adapters too.
          mlx5              | dgx-h100:8 | hca-driver:info
          mlx5_             | dgx-h100:8 | hca-driver:info
          mlx5              | ''         | hca-driver:info
          # Nothing is left.
          ^mlx5             | dgx-h100:8 | hca-driver:critical
          ^mlx5_            | ''         | hca-driver:warning
          =mlx5             | ''         | hca-driver:critical
          =mlx5             | dgx-h100:8 | hca-missing:critical
          ^=mlx5            | dgx-h100:8 | hca-driver:warning
          ^=mlx5            | ''         | hca-driver:warning
          # Excluding adapters for storage is right.
          ^=mlx5_1,mlx5_2   | dgx-h100:8 | ''
          ^=mlx5_1          | ''         | ''
          # A prefix that leaves six of eight out.
          mlx5_1            | dgx-h100:8 | hca-partial:critical hca-prefix:warning
          =mlx5_1,mlx5_2    | dgx-h100:8 | hca-missing:critical
          """)
  void each_list_is_judged_by_what_it_selects(String value, String cluster, String expected) {
    Lint.Result result = Linted.of("env.sh", "export NCCL_IB_HCA=" + value, "2.27", cluster);

    String found =
        result.findings().stream()
            .map(HcaListsTest::shown)
            .filter(f -> f.startsWith("hca-"))
            .sorted()
            .collect(Collectors.joining(" "));
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"mlx5", "mlx5_1", "'mlx5_0,mlx5_1,mlx5_2,mlx5_3'"})
  void all_findings_of_one_list_advise_the_same_list(String value) {
    Lint.Result result = Linted.of("env.sh", "export NCCL_IB_HCA=" + value, "2.27", "dgx-h100:8");

    List<String> advised =
        result.edits().getOrDefault("env.sh", List.of()).stream()
            .map(Edit::text)
            .distinct()
            .toList();
    assertThat(advised).containsExactly(COMPUTE);
  }

  private static String shown(LintFinding f) {
    return f.code() + ":" + f.severity().name().toLowerCase(Locale.ROOT);
  }
}
