package io.busbar.formats.env;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.qos.MlnxQosReader;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.formats.switchqos.SwitchQosReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads one text into what it sets and runs. Stateless; never throws for what a text holds. */
public final class EnvReader {
  static final String NIC = "Priority trust ";
  private static final int MOST_NICS = 100_000;
  private static final LineScanner NICS = new LineScanner(List.of(MlnxQosReader::new));

  private EnvReader() {}

  /**
   * Reads a text by what its name and content say it is.
   *
   * @param name what messages call it
   */
  public static EnvSource read(String name, String text) {
    String plain = text.indexOf('\0') >= 0 ? text.replace('\0', '\n') : text; // /proc/PID/environ
    List<SwitchQos> switches = SwitchQosReader.read(name, plain);
    List<QosState> nics = plain.contains(NIC) ? nics(name, plain) : List.of();
    EnvSource source = read(name, plain, SourceKinds.of(name, plain));
    return switches.isEmpty() && nics.isEmpty() ? source : source.withQos(switches, nics);
  }

  /** What mlnx_qos shows of each port. */
  private static List<QosState> nics(String name, String text) {
    List<QosState> found = new ArrayList<>();
    Found out =
        new Found() {
          @Override
          public void add(Entry entry) {
            if (entry instanceof QosState state && found.size() < MOST_NICS) {
              found.add(state);
            }
          }

          @Override
          public void warn(Place at, String message) {}
        };
    try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      NICS.scan(name, in, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array in memory
    }
    return found;
  }

  /** Reads a text as a given kind. */
  public static EnvSource read(String name, String text, SourceKind kind) {
    Collector out = new Collector(name, text);
    switch (kind) {
      case SHELL -> ShellReader.read(out, 0, text.length());
      case LISTING -> ListingReader.listing(out);
      case NCCL_CONF -> ListingReader.conf(out);
      case DOCKERFILE -> DockerfileReader.read(out);
      case YAML -> YamlEnvReader.read(out);
      case PYTHON -> PythonReader.read(out);
      case NCCL_LOG -> NcclLogReader.read(out);
      case MARKDOWN -> MarkdownReader.read(out);
      case SWITCH, OTHER -> {
        // Nothing to read.
      }
    }
    return out.finish(name, kind);
  }
}
