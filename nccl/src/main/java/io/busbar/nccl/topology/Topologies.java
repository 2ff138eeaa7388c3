package io.busbar.nccl.topology;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.ncclxml.GraphFile;
import io.busbar.formats.ncclxml.Limits;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.ncclxml.TopologyFiles;
import io.busbar.formats.smi.SmiTopologyReader;
import io.busbar.nccl.version.NcclVersion;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads what tells of a node: a topology or graph file of NCCL, or a matrix of nvidia-smi. */
public final class Topologies {
  /** More than each kind of file may have: its reader says what is too much. */
  private static final long MAX_OPENED = 1L << 30;

  private static final int MAX_MATRIX_BYTES = 4 << 20;

  private Topologies() {}

  /** What a file turned out to be. */
  public sealed interface Read {
    /** A node. */
    record Node(NodeTopology topology) implements Read {}

    /** Channels. */
    record Channels(GraphFile file) implements Read {}
  }

  /**
   * Reads a file; its first character tells which it is.
   *
   * @param version of NCCL whose rates count
   * @throws InputException with every problem found, when it is none of these
   */
  public static Read read(Path file, NcclVersion version) {
    return UserFile.read(
        file, MAX_OPENED, in -> read(file.toString(), new BufferedInputStream(in), version));
  }

  private static Read read(String name, InputStream in, NcclVersion version) throws IOException {
    if (!isXml(in)) {
      byte[] bytes = in.readNBytes(MAX_MATRIX_BYTES + 1);
      if (bytes.length > MAX_MATRIX_BYTES) {
        throw refuse(name, "at most 4 MiB of text, or XML of at most " + (Limits.BYTES >> 20));
      }
      // what is no UTF-8 can only stand around the matrix
      String text = new String(bytes, StandardCharsets.UTF_8);
      return new Read.Node(MatrixTopology.of(SmiTopologyReader.read(name, text)));
    }
    NcclXmlReader.Document document = NcclXmlReader.read(name, in);
    return GraphFile.isGraph(document)
        ? new Read.Channels(GraphFile.of(document))
        : new Read.Node(FileTopology.of(TopologyFiles.of(document), LinkRates.of(version)));
  }

  /** Whether the first character that is no blank opens a tag, or the file is no text. */
  private static boolean isXml(InputStream in) throws IOException {
    in.mark(1 << 12);
    int b = in.read();
    for (int i = 0; i < (1 << 11) && (Character.isWhitespace(b) || isMark(b)); i++) {
      b = in.read();
    }
    in.reset();
    return b == '<' || b == 0 || b >= 0xfe;
  }

  private static boolean isMark(int b) {
    return b == 0xef || b == 0xbb || b == 0xbf;
  }

  private static InputException refuse(String name, String expected) {
    return new InputException(new Problem(Position.of(name), "", "", expected, ""));
  }
}
