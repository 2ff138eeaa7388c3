package io.busbar.formats.torch;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import io.busbar.formats.pickle.PickleReader;
import java.io.IOException;
import java.util.List;

/** A dump of the flight recorder as PyTorch writes it. Stateless. */
public final class FlightRecorderPickle implements DocumentReader {
  @Override
  public String kind() {
    return "flight recorder (pickle)";
  }

  @Override
  public List<String> marks() {
    return List.of();
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && PickleReader.looksLikeOne(head.start());
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    return FlightRecorderReader.readPickle(file.name(), file.bytes(), found);
  }
}
