package io.busbar.diagnose;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.diagnose.facts.EnvFile;
import io.busbar.diagnose.facts.GpuMatrix;
import io.busbar.diagnose.facts.Measured;
import io.busbar.diagnose.facts.OsuMeasured;
import io.busbar.diagnose.facts.XmlFile;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.KeywordMachine;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.env.EnvFiles;
import io.busbar.formats.env.EnvReader;
import io.busbar.formats.env.EnvSource;
import io.busbar.formats.env.SourceKind;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.nccltests.NcclTestsReader;
import io.busbar.formats.nccltests.NcclTestsTable;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.osu.OsuReader;
import io.busbar.formats.osu.OsuTable;
import io.busbar.formats.pickle.PickleReader;
import io.busbar.formats.preflight.PreflightReader;
import io.busbar.formats.ras.RasJsonReader;
import io.busbar.formats.smi.SmiTopology;
import io.busbar.formats.smi.SmiTopologyReader;
import io.busbar.formats.sqlite.SqliteFile;
import io.busbar.formats.torch.FlightRecorderReader;
import io.busbar.formats.traces.KinetoReader;
import io.busbar.formats.traces.NsysReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Readers of whole documents: tables, JSON, XML. Stateless. */
final class Documents {
  private static final int SNIFFED = 1 << 16;

  /** Texts that tell tables and matrices apart from logs, found in one pass. */
  private static final KeywordMachine MARKS =
      new KeywordMachine(
          List.of(
              List.of(
                  "busbw",
                  "Out of bounds values",
                  "# Using devices",
                  " float ",
                  " half ",
                  " bfloat16 ",
                  " int8 ",
                  " uint8 "),
              List.of("GPU0"),
              List.of("GPU1"),
              List.of("# OSU "),
              List.of("NCCL_", "UCX_", "GLOO_")));

  private static final String PREFLIGHT = "busbar preflight";

  private static final long TABLE = 1;
  private static final long MATRIX = 6;
  private static final long OSU = 8;
  private static final long SETTINGS = 16;

  private Documents() {}

  /**
   * Reads what the file is as a whole.
   *
   * @return names of what was read
   */
  static List<String> read(Artefact artefact, Found found) throws IOException {
    List<String> kinds = new ArrayList<>();
    byte[] bytes = artefact.bytes();
    if (bytes == null) {
      return large(artefact, found);
    }
    String file = artefact.name();
    TextLines lines = new TextLines(file, bytes);
    if (SqliteFile.looksLikeOne(bytes)) {
      return sqlite(artefact, found);
    }
    if (PickleReader.looksLikeOne(bytes)) {
      if (FlightRecorderReader.readPickle(file, bytes, found)) {
        kinds.add("flight recorder (pickle)");
      }
      return kinds;
    }
    boolean json = starts(bytes, '{') || starts(bytes, '[');
    if (json && contains(bytes, "\"traceEvents\"")) {
      KinetoReader.read(file, artefact.open(), lines, found);
      kinds.add("Kineto trace");
    } else if (json && contains(bytes, "\"pg_status\"")
        || json && contains(bytes, "\"collective_seq_id\"")) {
      FlightRecorderReader.read(file, bytes, lines, found);
      kinds.add("flight recorder");
    } else if (json && contains(bytes, "\"communicators\"") && contains(bytes, "\"hash\"")) {
      RasJsonReader.read(file, bytes, lines, found);
      kinds.add("NCCL RAS");
    } else if (json && contains(bytes, PreflightReader.MARK)) {
      PreflightReader.read(file, artefact.open(), lines, found);
      kinds.add(PREFLIGHT);
    } else if (starts(bytes, '<')
        && (contains(bytes, "<system")
            || contains(bytes, "<graphs")
            || contains(bytes, "<pci ")
            || contains(bytes, "<gpu ")
            || contains(bytes, "<net "))) {
      xml(file, bytes, lines, found);
      kinds.add("NCCL topology");
    } else {
      texts(artefact, bytes, lines, found, kinds);
    }
    return kinds;
  }

  /** A file that is read from the disk: only what streams. */
  private static List<String> large(Artefact artefact, Found found) throws IOException {
    byte[] head = artefact.head(SNIFFED);
    if (SqliteFile.looksLikeOne(head)) {
      return sqlite(artefact, found);
    }
    boolean json = starts(head, '{') || starts(head, '[');
    if (json && contains(head, PreflightReader.MARK)) {
      try (InputStream in = artefact.open()) {
        PreflightReader.read(artefact.name(), in, null, found);
      }
      return List.of(PREFLIGHT);
    }
    if (!json || !contains(head, "\"traceEvents\"") && !contains(head, "\"ph\"")) {
      return List.of();
    }
    try (InputStream in = artefact.open()) {
      KinetoReader.read(artefact.name(), in, null, found);
    }
    return List.of("Kineto trace");
  }

  private static List<String> sqlite(Artefact artefact, Found found) throws IOException {
    try (SeekableByteChannel channel = artefact.channel()) {
      return NsysReader.read(artefact.name(), channel, found) ? List.of("nsys export") : List.of();
    }
  }

  private static void xml(String file, byte[] bytes, TextLines lines, Found found) {
    try {
      NcclXmlReader.Document document = NcclXmlReader.parse(file, bytes);
      document.warnings().stream()
          .limit(5)
          .forEach(w -> found.warn(new Place(file, w.at().line(), ""), w.expected()));
      found.add(new XmlFile(document, lines.place(1), lines));
    } catch (InputException e) {
      found.warn(new Place(file, 0, ""), "topology: " + e.problems().getFirst());
    }
  }

  private static void texts(
      Artefact artefact, byte[] bytes, TextLines lines, Found found, List<String> kinds)
      throws IOException {
    long[] marks = MARKS.emptySet();
    MARKS.scan(bytes, bytes.length, marks);
    if ((marks[0] & TABLE) != 0) {
      List<NcclTestsTable> tables = NcclTestsReader.read(artefact.name(), artefact.open()).tables();
      tables.forEach(t -> found.add(new Measured(t, lines.place(t.line()), lines)));
      if (!tables.isEmpty()) {
        kinds.add("nccl-tests");
      }
    }
    if ((marks[0] & OSU) != 0) {
      Problems warnings = new Problems();
      List<OsuTable> tables = OsuReader.read(artefact.name(), artefact.open(), warnings);
      tables.forEach(t -> found.add(new OsuMeasured(t, lines.place(t.line()), lines)));
      if (!tables.isEmpty()) {
        kinds.add("OSU benchmark");
      }
    }
    if ((marks[0] & SETTINGS) != 0 && bytes.length <= EnvFiles.MAX_BYTES) {
      settings(artefact.name(), bytes, lines, found);
    }
    if ((marks[0] & MATRIX) == MATRIX) {
      matrix(artefact.name(), bytes, lines, found, kinds);
    }
  }

  private static void settings(String file, byte[] bytes, TextLines lines, Found found) {
    EnvSource source = EnvReader.read(file, new String(bytes, StandardCharsets.UTF_8));
    if (source.kind() != SourceKind.OTHER && source.kind() != SourceKind.NCCL_LOG) {
      found.add(new EnvFile(source, lines.place(1), lines));
    }
  }

  private static void matrix(
      String file, byte[] bytes, TextLines lines, Found found, List<String> kinds) {
    try {
      SmiTopology topology =
          SmiTopologyReader.read(file, new String(bytes, StandardCharsets.UTF_8));
      found.add(new GpuMatrix(topology, GpuMatrix.rows(topology, lines)));
      kinds.add("nvidia-smi topo");
    } catch (InputException e) {
      found.warn(new Place(file, 0, ""), "no matrix of GPUs could be read");
    }
  }

  private static boolean starts(byte[] bytes, char first) {
    for (byte b : bytes) {
      boolean blank = b == ' ' || b == '\n' || b == '\r' || b == '\t' || b < 0;
      if (!blank) {
        return b == first;
      }
    }
    return false;
  }

  static boolean contains(byte[] bytes, String ascii) {
    byte[] wanted = ascii.getBytes(StandardCharsets.US_ASCII);
    outer:
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      for (int k = 0; k < wanted.length; k++) {
        if (bytes[i + k] != wanted[k]) {
          continue outer;
        }
      }
      return true;
    }
    return false;
  }
}
