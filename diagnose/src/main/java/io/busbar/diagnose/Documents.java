package io.busbar.diagnose;

import io.busbar.diagnose.facts.Measured;
import io.busbar.diagnose.facts.TextLines;
import io.busbar.diagnose.intake.Artefact;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.nccltests.NcclTestsReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Readers of whole documents: tables, JSON, XML. Stateless. */
final class Documents {
  private Documents() {}

  /**
   * Reads what the file is as a whole.
   *
   * @param head its first bytes
   * @return names of what was read
   */
  static List<String> read(Artefact artefact, byte[] head, Found found) throws IOException {
    List<String> kinds = new ArrayList<>();
    byte[] bytes = artefact.bytes();
    if (bytes == null) {
      return kinds;
    }
    if (contains(bytes, "busbw")
        || contains(bytes, "Out of bounds values")
        || contains(bytes, "# Using devices")) {
      TextLines lines = new TextLines(artefact.name(), bytes);
      var tests = NcclTestsReader.read(artefact.name(), artefact.open());
      tests.tables().forEach(t -> found.add(new Measured(t, lines.place(t.line()), lines)));
      kinds.add("nccl-tests");
    }
    return kinds;
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
