package io.busbar.fleet.diagnose;

import io.busbar.diagnose.Gathered;
import io.busbar.diagnose.Told;
import io.busbar.fleet.diagnose.Part.SeenFile;
import io.busbar.fleet.spark.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/**
 * The files of a part where they can be read: as they are when they are of this machine, else
 * brought here one by one and taken away again.
 */
final class PartFiles implements AutoCloseable {
  private final Part part;
  private final boolean local;
  private final Path folder;

  PartFiles(Part part) throws IOException {
    URI root = URI.create(part.root());
    this.part = part;
    this.local = "file".equals(root.getScheme());
    this.folder = local ? Path.of(root.getPath()) : Files.createTempDirectory("busbar-fleet-part-");
  }

  /** What a file tells; one that cannot be brought here is skipped, and said. */
  Told told(SeenFile file) {
    if (local) {
      Path path = folder.resolve(file.name());
      return Files.exists(path)
          ? Gathered.told(path, file.name())
          : Told.skipped(file.name(), "it went away while the fleet was read");
    }
    Path here = folder.resolve(String.valueOf(Path.of(file.name()).getFileName()));
    try {
      org.apache.hadoop.fs.Path there =
          new org.apache.hadoop.fs.Path(part.root() + "/" + file.name());
      FileSystem files = there.getFileSystem(Store.workerSettings());
      files.copyToLocalFile(false, there, new org.apache.hadoop.fs.Path(here.toUri()), true);
      return Gathered.told(here, file.name());
    } catch (IOException e) {
      return Told.skipped(file.name(), "cannot be fetched: " + e.getMessage());
    } finally {
      delete(List.of(here));
    }
  }

  private static void delete(List<Path> paths) {
    for (Path path : paths) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        continue; // it lies among temporary files
      }
    }
  }

  @Override
  public void close() {
    if (!local) {
      delete(List.of(folder));
    }
  }
}
