package io.busbar.formats.env;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files that set variables of NCCL and what it stands on: scripts, YAML, lists. Stateless. */
public final class SettingsDocument implements DocumentReader {
  private static final List<String> FAMILIES = List.of("NCCL_", "UCX_", "GLOO_");

  @Override
  public String kind() {
    return "";
  }

  @Override
  public List<String> marks() {
    return FAMILIES;
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && FAMILIES.stream().anyMatch(head::has);
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
    boolean settings = source.kind() != SourceKind.OTHER && source.kind() != SourceKind.NCCL_LOG;
    if (settings) {
      found.add(new EnvFile(source, file.lines().place(1), file.lines()));
    }
    return settings;
  }
}
