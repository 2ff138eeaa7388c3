package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import io.busbar.formats.sqlite.SqliteFile;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;

/** An export of Nsight Systems: a SQLite database. Stateless. */
public final class NsysDocument implements DocumentReader {
  @Override
  public String kind() {
    return "nsys export";
  }

  @Override
  public List<String> marks() {
    return List.of();
  }

  @Override
  public boolean matches(Head head) {
    return SqliteFile.looksLikeOne(head.start());
  }

  @Override
  public boolean streams() {
    return true;
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    try (SeekableByteChannel channel = file.channel()) {
      return NsysReader.read(file.name(), channel, found);
    }
  }
}
