package io.busbar.app.render.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.SampleReports;
import io.busbar.base.report.Block;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TraceRendererTest {

  @Test
  void spans_are_complete_events_in_microseconds_on_named_threads() {
    String json = TraceRenderer.render(SampleReports.report(SampleReports.timeline()));
    JsonNode events = JsonMapper.shared().readTree(json).get("traceEvents");

    assertThat(events.get(0).get("name").asString()).isEqualTo("process_name");
    JsonNode thread = events.get(1);
    assertThat(thread.get("ph").asString()).isEqualTo("M");
    assertThat(thread.get("args").get("name").asString()).isEqualTo("stage 0");
    JsonNode span = events.get(4);
    assertThat(span.get("name").asString()).isEqualTo("wait");
    assertThat(span.get("cat").asString()).isEqualTo("bubble");
    assertThat(span.get("ph").asString()).isEqualTo("X");
    assertThat(span.get("ts").asDouble()).isEqualTo(400_000);
    assertThat(span.get("dur").asDouble()).isEqualTo(200_000, within());
    assertThat(span.get("tid").asInt()).isEqualTo(1);
  }

  @Test
  void several_timelines_are_several_processes() {
    Block timeline = SampleReports.timeline();
    String json = TraceRenderer.render(SampleReports.report(timeline, timeline));
    JsonNode events = JsonMapper.shared().readTree(json).get("traceEvents");
    assertThat(events.valueStream().map(e -> e.get("pid").asInt()).distinct())
        .isEqualTo(List.of(1, 2));
  }

  @Test
  void a_report_without_a_timeline_has_no_trace() {
    assertThat(TraceRenderer.hasTimeline(SampleReports.report(SampleReports.table()))).isFalse();
    assertThat(TraceRenderer.hasTimeline(SampleReports.everyBlock())).isTrue();
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.api.Assertions.within(1e-6);
  }
}
