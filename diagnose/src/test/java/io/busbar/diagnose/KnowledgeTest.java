package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.check.SignalChecks;
import io.busbar.formats.artefact.SignalReader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnowledgeTest {
  static Set<String> codes() {
    return Checks.codes();
  }

  @ParameterizedTest
  @MethodSource("codes")
  void every_code_has_a_text(String code) {
    FindingText text = FindingText.of(code);

    assertThat(text.title()).isNotBlank().hasSizeLessThan(100).doesNotEndWith(".");
    if (!Set.of("healthy", "parse-warning").contains(code)) {
      assertThat(text.why()).isNotBlank();
    }
  }

  @Test
  void relations_name_known_codes_only() {
    assertThat(Checks.codes()).containsAll(Relations.ALL.codes());
  }

  @Test
  void nothing_explains_its_own_cause() {
    for (String cause : Relations.ALL.codes()) {
      for (String effect : Relations.ALL.codes()) {
        boolean both =
            Relations.ALL.explains(cause, effect) && Relations.ALL.explains(effect, cause);
        assertThat(both).as("%s and %s", cause, effect).isFalse();
      }
    }
  }

  @Test
  void rules_use_messages_that_the_reader_knows() {
    assertThat(SignalReader.ids()).containsAll(SignalChecks.signals());
  }
}
