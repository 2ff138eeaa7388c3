package io.busbar.formats.env;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Files that set variables of NCCL and what it stands on (scripts, YAML, lists), and what mlnx_qos
 * shows of hosts' ports. Stateless.
 */
public final class SettingsDocument implements DocumentReader {
  private static final List<String> MARKS = List.of("NCCL_", "UCX_", "GLOO_", EnvReader.NIC);

  @Override
  public String kind() {
    return "";
  }

  @Override
  public List<String> marks() {
    return MARKS;
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && MARKS.stream().anyMatch(head::has);
  }

  @Override
  public boolean alone() {
    return false;
  }

  @Override
  public boolean read(Document file, Found found) {
    if (file.bytes().length > EnvFiles.MAX_BYTES) {
      return false;
    }
    String text = new String(file.bytes(), StandardCharsets.UTF_8);
    EnvSource source = EnvReader.read(file.name(), text);
    if (source.kind() == SourceKind.SWITCH) {
      return false; // SwitchDocument's
    }
    boolean sets = source.kind() != SourceKind.OTHER && source.kind() != SourceKind.NCCL_LOG;
    boolean settings = sets || !source.nics().isEmpty();
    if (settings) {
      found.add(new EnvFile(source, file.lines().place(1), file.lines()));
    }
    return settings;
  }
}
