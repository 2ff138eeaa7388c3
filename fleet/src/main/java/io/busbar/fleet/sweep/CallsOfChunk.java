package io.busbar.fleet.sweep;

import io.busbar.app.Calls;
import io.busbar.app.fleet.SweepAsk;
import io.busbar.base.problem.InputException;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordReader;
import io.busbar.fleet.wire.RecordWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.LongAccumulator;

/** Makes the calls of a chunk, on whatever machine it is sent to, and keeps their rows. */
final class CallsOfChunk implements Function<byte[], Integer> {
  private static final long serialVersionUID = 1;
  private static final String SIMULATE = "simulate";

  private final String out;
  private final LongAccumulator made;

  CallsOfChunk(String out, LongAccumulator made) {
    this.out = out;
    this.made = made;
  }

  /** Calls that one task makes. */
  record Chunk(String name, int first, List<SweepAsk.Row> calls) {
    Chunk {
      calls = List.copyOf(calls);
    }
  }

  /** What they gave. */
  record Rows(List<CallRow> rows) {
    Rows {
      rows = List.copyOf(rows);
    }
  }

  @Override
  public Integer call(byte[] bytes) throws IOException {
    Chunk chunk = RecordReader.of(bytes, Chunk.class);
    List<CallRow> rows = new ArrayList<>();
    for (int i = 0; i < chunk.calls().size(); i++) {
      rows.add(row(chunk.first() + i, chunk.calls().get(i).words()));
      made.add(1);
    }
    Store.onWorker(out + "/" + SparkSweep.STATE)
        .write(chunk.name(), RecordWriter.bytes(new Rows(rows)));
    return rows.size();
  }

  private static CallRow row(int number, List<String> words) {
    List<String> call = new ArrayList<>(words);
    call.addAll(List.of("--format", "json"));
    boolean clocked = call.getFirst().equals(SIMULATE) && !call.contains("step");
    if (clocked && !call.contains("--reproducible")) {
      call.add("--reproducible"); // equal calls give equal rows
    }
    Calls.Result result = Calls.run(call.toArray(String[]::new));
    String error = result.err().lines().findFirst().orElse("");
    try {
      Map<String, String> figures =
          result.out().startsWith("{") ? FiguresOf.json(result.out()) : Map.of();
      return new CallRow(number, result.exitCode(), error, figures);
    } catch (InputException e) {
      return new CallRow(number, result.exitCode(), "its answer is no JSON", Map.of());
    }
  }
}
