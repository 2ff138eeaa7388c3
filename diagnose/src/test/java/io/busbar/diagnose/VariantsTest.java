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

    if (variant.harmless()) {
      assertThat(findings).noneMatch(f -> f.severity() != Severity.INFO);
    } else {
      assertThat(codes).isNotEmpty();
      assertThat(codes.getFirst()).as("%s", codes).isEqualTo(variant.code());
      assertThat(findings.getFirst().evidence()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_file_may_be_cut_at_any_line(Variants variant, @TempDir Path folder) {
    for (String file : variant.files().keySet()) {
      long lines = variant.files().get(file).lines().count();
      for (int kept = 0; kept < lines; kept++) {
        List<Diagnosis.Cause> findings = variant.cut(file, kept).diagnose(folder).findings();

        if (variant.harmless()) {
          // A log that ends between begin and end of a set-up may be cut, or of a job that hangs.
          assertThat(findings)
              .noneMatch(f -> f.severity() != Severity.INFO && f.confidence().equals("high"));
        }
      }
    }
  }
}
