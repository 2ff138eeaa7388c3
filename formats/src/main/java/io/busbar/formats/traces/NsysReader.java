package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.sqlite.Row;
import io.busbar.formats.sqlite.SqliteException;
import io.busbar.formats.sqlite.SqliteFile;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads what {@code nsys export --type sqlite} writes: kernels, copies and NVTX ranges of steps and
 * of waits for data. Each GPU of each process becomes a {@link GpuTrace}. One instance reads one
 * file.
 */
public final class NsysReader {
  private static final String KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL";
  private static final Pattern STEP =
      Pattern.compile(
          "(?i)^(?:profiler|train(?:ing)?)?[ _]?(?:step|iter(?:ation)?)[ _:#=-]*\\d+\\b.*");
  private static final Pattern LOADING =
      Pattern.compile("(?i)data[ _-]?load|next[ _-]?batch|get[ _-]?batch|fetch[ _-]?batch");
  private static final int MAX_NAMES = 500_000;
  private static final int MAX_TEXT = 300;
  private static final int MAX_GPUS = 256;
  private static final double NS = 1000;

  private final String file;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Gpu, TraceBuilder> gpus = new TreeMap<>();

  private record Gpu(long process, long device) implements Comparable<Gpu> {
    @Override
    public int compareTo(Gpu other) {
      int byProcess = Long.compare(process, other.process);
      return byProcess != 0 ? byProcess : Long.compare(device, other.device);
    }
  }

  private NsysReader(String file) {
    this.file = file;
  }

  /**
   * Reads an export; other SQLite files give nothing.
   *
   * @return whether it was one
   */
  public static boolean read(String name, SeekableByteChannel channel, Found found)
      throws IOException {
    NsysReader reader = new NsysReader(name);
    boolean known = false;
    try {
      SqliteFile tables = SqliteFile.open(channel);
      known = tables.has(KERNELS) || tables.has("StringIds");
      if (known && !tables.has(KERNELS)) {
        found.warn(new Place(name, 0, ""), "nsys: no kernels were traced (--trace=cuda)");
      }
      reader.tables(tables);
    } catch (SqliteException e) {
      found.warn(
          new Place(name, 0, ""), "SQLite: " + e.getMessage() + "; the part before it is used");
    }
    reader.finish(found);
    return known;
  }

  private void tables(SqliteFile tables) throws IOException, SqliteException {
    tables.rows(
        "StringIds",
        List.of("id", "value"),
        row -> {
          if (names.size() < MAX_NAMES) {
            names.put(row.integer(0), row.text(1, MAX_TEXT));
          }
        });
    tables.rows(
        KERNELS,
        List.of("start", "end", "deviceId", "globalPid", "shortName", "demangledName"),
        this::kernel);
    List<String> copy = List.of("start", "end", "deviceId", "globalPid");
    tables.rows("CUPTI_ACTIVITY_KIND_MEMCPY", copy, this::copy);
    tables.rows("CUPTI_ACTIVITY_KIND_MEMSET", copy, this::copy);
    tables.rows("NVTX_EVENTS", List.of("start", "end", "text", "textId", "globalTid"), this::range);
  }

  private void kernel(Row row) {
    Gpu gpu = new Gpu(process(row.integer(3)), row.integer(2));
    if (!gpus.containsKey(gpu) && gpus.size() == MAX_GPUS) {
      return;
    }
    TraceBuilder trace = gpus.computeIfAbsent(gpu, g -> new TraceBuilder());
    double start = row.integer(0) / NS;
    double duration = (row.integer(1) - row.integer(0)) / NS;
    String name = names.getOrDefault(row.integer(4), "");
    String operation = Kernels.operation(name, "");
    if (operation.isEmpty()) {
      name = names.getOrDefault(row.integer(5), name);
      operation = Kernels.operation(name, "");
    }
    if (operation.isEmpty()) {
      trace.compute(start, duration);
    } else {
      int line = (int) Math.min(Integer.MAX_VALUE, row.rowid());
      String text = "kernel " + name + " from " + row.integer(0) + " to " + row.integer(1) + " ns";
      trace.collective(operation, "", -1, start, duration, new Place(file, line, text));
    }
  }

  private void copy(Row row) {
    TraceBuilder trace = gpus.get(new Gpu(process(row.integer(3)), row.integer(2)));
    if (trace != null) {
      trace.copy(row.integer(0) / NS, (row.integer(1) - row.integer(0)) / NS);
    }
  }

  private void range(Row row) {
    String text = row.isNull(2) ? names.getOrDefault(row.integer(3), "") : row.text(2, MAX_TEXT);
    boolean step = STEP.matcher(text).matches();
    if (!step && (row.isNull(1) || !LOADING.matcher(text).find())) {
      return;
    }
    double start = row.integer(0) / NS;
    long process = process(row.integer(4));
    boolean known = gpus.keySet().stream().anyMatch(g -> g.process() == process);
    gpus.forEach((gpu, trace) -> {
      if (!known || gpu.process() == process) {
        if (step) {
          trace.step(start);
        } else {
          trace.loading(start, (row.integer(1) - row.integer(0)) / NS);
        }
      }
    });
  }

  /** nsys packs host, process and thread into one number: the process has bits 24 to 47. */
  private static long process(long global) {
    return (global >> 24) & 0xffffff;
  }

  private void finish(Found found) {
    gpus.forEach((gpu, builder) -> {
      String device = "GPU " + gpu.device();
      boolean several = gpus.keySet().stream().filter(g -> g.device() == gpu.device()).count() > 1;
      String label = several ? device + " of process " + gpu.process() : device;
      GpuTrace trace = builder.build(-1, 0, label, new Place(file, 1, ""));
      if (trace != null) {
        found.add(trace);
      }
    });
  }
}
