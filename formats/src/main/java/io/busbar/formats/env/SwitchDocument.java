package io.busbar.formats.env;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import io.busbar.formats.switchqos.SwitchQosReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Configurations of switches, as far as they concern RoCE. Stateless. */
public final class SwitchDocument implements DocumentReader {
  @Override
  public String kind() {
    return SourceKind.SWITCH.title();
  }

  @Override
  public List<String> marks() {
    return SwitchQosReader.KEYWORDS;
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && SwitchQosReader.KEYWORDS.stream().anyMatch(head::has);
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
    if (source.kind() != SourceKind.SWITCH) {
      return false;
    }
    found.add(new EnvFile(source, file.lines().place(1), file.lines()));
    return true;
  }
}
