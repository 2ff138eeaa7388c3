package io.busbar.app.command.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.app.call.TestTerminal;
import io.busbar.base.problem.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanLinkTest {
  @Test
  void a_link_restores_the_options_of_its_plan() {
    String link =
        "http://127.0.0.1:8765/#s="
            + encoded(
                "{\"v\":1,\"view\":\"plan\",\"values\":{\"--model\":[\"llama3-8b\"],\"--tp\":[\"2\"]}}");

    assertThat(PlanLink.options(link, Set.of(), 0))
        .isEqualTo(Map.of("--model", "llama3-8b", "--tp", "2"));
  }

  @Test
  void the_command_plans_a_link_and_options_stand_above_it() {
    String values =
        "\"--model\":[\"llama3-8b\"],\"--cluster\":[\"dgx-h100:2\"],\"--tp\":[\"2\"],\"--pp\":[\"1\"]";
    String link = "#s=" + encoded("{\"v\":1,\"view\":\"plan\",\"values\":{" + values + "}}");
    TestTerminal linked = new TestTerminal();
    TestTerminal typed = new TestTerminal();

    linked.run("plan", "--from-link", link, "--tp", "4", "--format", "json");
    typed.run("plan --model llama3-8b --cluster dgx-h100:2 --tp 4 --pp 1 --format json".split(" "));

    assertThat(linked.out()).isEqualTo(typed.out()).contains("\"step_s\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "#s=", "#s=%%%", "#s=e30", "http://x/", "#s=bm8"})
  void what_is_no_link_is_refused(String link) {
    assertThatThrownBy(() -> PlanLink.options(link, Set.of(), 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--from-link");
  }

  @Test
  void a_dropped_file_is_asked_for_by_its_name() {
    String link =
        encoded(
            "{\"v\":1,\"view\":\"plan\",\"values\":{\"--model\":[{\"file\":\"aa\",\"name\":\"config.json\"}]}}");

    assertThatThrownBy(() -> PlanLink.options(link, Set.of(), 0))
        .hasMessageContaining("read 'config.json'")
        .hasMessageContaining("name the file with --model beside the link");
  }

  @Test
  void files_beside_a_link_stand_for_those_that_were_dropped() {
    String files = "{\"file\":\"aa\",\"name\":\"a.yaml\"},{\"file\":\"bb\",\"name\":\"b.yaml\"}";
    String values =
        "\"FILE\":[" + files + "],\"--model\":[{\"file\":\"cc\",\"name\":\"config.json\"}]";
    String link = encoded("{\"v\":1,\"view\":\"plan\",\"values\":{" + values + "}}");

    assertThat(PlanLink.options(link, Set.of("--model"), 2)).isEmpty();
    assertThatThrownBy(() -> PlanLink.options(link, Set.of(), 1))
        .hasMessageContaining("read 'a.yaml, b.yaml'")
        .hasMessageContaining("busbar plan a.yaml b.yaml --from-link")
        .hasMessageContaining("name the file with --model beside the link");
  }

  private static String encoded(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }
}
