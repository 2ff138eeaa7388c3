package io.busbar.app.render.json;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.util.Map;

/**
 * The timelines of a report in the Chrome trace event format, which Perfetto and chrome://tracing
 * open: a timeline is a process, a lane a thread, a span a complete event in microseconds.
 */
public final class TraceRenderer {
  private TraceRenderer() {}

  /** Whether there is anything that a trace could show. */
  public static boolean hasTimeline(Report report) {
    return report.blocks().stream().anyMatch(Block.Timeline.class::isInstance);
  }

  public static String render(Report report) {
    return Json.text(json -> {
      json.open().put("displayTimeUnit", "ms").openArray("traceEvents");
      int process = 0;
      for (Block block : report.blocks()) {
        if (block instanceof Block.Timeline timeline) {
          process++;
          name("process_name", process, 0, timeline.title(), json);
          lanes(timeline, process, json);
        }
      }
      json.closeArray().close();
    });
  }

  private static void lanes(Block.Timeline timeline, int process, Json json) {
    int thread = 0;
    for (Block.Lane lane : timeline.lanes()) {
      thread++;
      name("thread_name", process, thread, lane.label(), json);
      metadata("thread_sort_index", process, thread, Map.of("sort_index", thread), json);
      for (Block.Span span : lane.spans()) {
        json.value(
            new Complete(
                span.label(),
                span.kind(),
                "X",
                process,
                thread,
                span.startSeconds() * 1e6,
                (span.endSeconds() - span.startSeconds()) * 1e6));
      }
    }
  }

  private static void name(String event, int process, int thread, String name, Json json) {
    metadata(event, process, thread, Map.of("name", name), json);
  }

  private static void metadata(
      String event, int process, int thread, Map<String, Object> args, Json json) {
    json.value(new Metadata(event, "M", process, thread, args));
  }

  /** A complete event; components are named as the format's keys, times in microseconds. */
  private record Complete(
      String name, String cat, String ph, int pid, int tid, double ts, double dur) {}

  /** An event that names a process or thread. */
  private record Metadata(String name, String ph, int pid, int tid, Map<String, Object> args) {}
}
