package io.busbar.diagnose.redact;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.intake.Artefact;
import io.busbar.formats.intake.Intake;
import io.busbar.formats.lines.ByteLines;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes a copy of inputs in which hosts, addresses, GUIDs, users and secrets are replaced, each
 * name by the same alias everywhere and of the same length, so that tables keep their columns and
 * the diagnosis its causes. Reads the inputs twice. Bytes that are not ASCII stay as they are, and
 * controls of terminals do not.
 */
public final class Redactor {
  /** Of longer lines in files that do not fit in memory the rest is left out. */
  private static final int MAX_LINE = 1 << 20;

  private static final int SNIFFED = 8192;

  private final Path out;
  private final Aliases aliases = new Aliases();
  private final Names names = new Names(aliases);
  private final Addresses addresses = new Addresses(aliases);
  private final Secrets secrets = new Secrets();
  private final List<Redaction.Copy> copies = new ArrayList<>();
  private final List<Redaction.Left> left = new ArrayList<>();
  private final Set<String> written = new HashSet<>();

  private Redactor(Path out) {
    this.out = out;
  }

  /**
   * Copies files and directories.
   *
   * @param out a directory that does not exist or is empty
   * @throws InputException when it is neither, or an input does not exist
   */
  public static Redaction copy(Collection<Path> paths, Path out) {
    Redactor redactor = new Redactor(out);
    redactor.claim();
    new Intake(redactor.new Look()).walkAll(paths);
    new Intake(redactor.new Write()).walkAll(paths);
    List<Redaction.Kind> kinds = new ArrayList<>();
    for (Map.Entry<String, Integer> kind : redactor.aliases.counts().entrySet()) {
      kinds.add(new Redaction.Kind(kind.getKey(), kind.getValue()));
    }
    kinds.add(new Redaction.Kind("secret", redactor.secrets.count()));
    return new Redaction(out.toString(), kinds, redactor.copies, redactor.left);
  }

  private void claim() {
    try {
      if (Files.exists(out)) {
        try (Stream<Path> inside = Files.list(out)) {
          if (inside.findAny().isPresent()) {
            throw refusal();
          }
        }
      }
      Files.createDirectories(out);
    } catch (IOException e) {
      throw refusal();
    }
  }

  private InputException refusal() {
    return new InputException(
        new Problem(
            Position.of("--redact"),
            "",
            out.toString(),
            "a directory that is empty or does not exist yet",
            "nothing is written over"));
  }

  /** Gathers names. */
  private final class Look implements Intake.Visitor {
    @Override
    public void file(Artefact artefact) throws IOException {
      names.lookAtName(artefact.name());
      if (!binary(artefact)) {
        lines(artefact, names::look);
      }
    }

    @Override
    public void skipped(String name, String why) {
      left.add(new Redaction.Left(name, why));
    }
  }

  /** Writes the copies. */
  private final class Write implements Intake.Visitor {
    @Override
    public void file(Artefact artefact) throws IOException {
      if (binary(artefact)) {
        left.add(new Redaction.Left(artefact.name(), "binary: not copied"));
        return;
      }
      Path file = target(artefact.name());
      Files.createDirectories(parent(file));
      int[] count = new int[1];
      try (BufferedWriter to = Files.newBufferedWriter(file, StandardCharsets.ISO_8859_1)) {
        lines(
            artefact,
            line -> {
              to.write(replace(line));
              to.write('\n');
              count[0]++;
            });
      }
      copies.add(new Redaction.Copy(out.relativize(file).toString(), count[0]));
    }

    @Override
    public void skipped(String name, String why) {
      boolean said = left.stream().anyMatch(l -> l.file().equals(name));
      if (!said) {
        left.add(new Redaction.Left(name, why));
      }
    }
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    return parent == null ? Path.of("") : parent;
  }

  /** Below the directory whatever the input is called; members of archives become files. */
  private Path target(String name) {
    String plain = names.replaceName(name).replace('!', '/').replaceAll("\\.\\.+|^/+|\\\\", "_");
    String free = plain.isBlank() ? "input" : plain;
    for (int i = 2; !written.add(free); i++) {
      free = plain + "." + i;
    }
    return out.resolve(free);
  }

  private String replace(String line) {
    return names.replace(addresses.replace(secrets.replace(Controls.escaped(line))));
  }

  private static boolean binary(Artefact artefact) throws IOException {
    for (byte b : artefact.head(SNIFFED)) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes a line. */
  private interface Lines {
    void take(String line) throws IOException;
  }

  private static void lines(Artefact artefact, Lines to) throws IOException {
    byte[] bytes = artefact.bytes();
    int most = bytes == null ? MAX_LINE : Math.max(1, bytes.length);
    try (InputStream in = artefact.open()) {
      ByteLines lines = new ByteLines(in, most);
      while (lines.next()) {
        to.take(new String(lines.bytes(), 0, lines.length(), StandardCharsets.ISO_8859_1));
      }
    }
  }
}
