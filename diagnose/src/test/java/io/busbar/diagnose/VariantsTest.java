package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Severity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariantsTest {
  static List<Variants> cases() {
    return Variants.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_cause_is_named_whatever_the_form_of_the_output(Variants variant, @TempDir Path folder) {
    List<Diagnosis.Cause> findings = variant.diagnose(folder).findings();
    List<String> codes = findings.stream().map(Diagnosis.Cause::code).toList();

    if (variant.code().equals("ok")) {
      assertThat(findings).noneMatch(f -> f.severity() != Severity.INFO);
    } else {
      assertThat(codes).isNotEmpty();
      assertThat(codes.getFirst()).as("%s", codes).isEqualTo(variant.code());
      assertThat(findings.getFirst().evidence()).isNotEmpty();
    }
  }
}
