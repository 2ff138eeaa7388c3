package io.busbar.fleet.diagnose;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.fleet.diagnose.Part.SeenFile;
import io.busbar.fleet.spark.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the parts below what the user names. One use. */
final class Listing {
  private static final int MAX_DEPTH = 16;

  private final Layout layout;
  private final Configuration conf;
  private final List<Part> parts = new ArrayList<>();

  Listing(Layout layout, Configuration conf) {
    this.layout = layout;
    this.conf = conf;
  }

  /**
   * Parts by their names.
   *
   * @throws InputException when a path does not exist
   */
  List<Part> of(List<String> paths) throws IOException {
    for (String path : paths) {
      Path root = Store.path(path);
      FileSystem files = root.getFileSystem(conf);
      if (!files.exists(root)) {
        throw new InputException(
            new Problem(Position.of("PATH"), "", path, "an existing folder", ""));
      }
      String before = paths.size() == 1 ? "" : path.replaceFirst("/+$", "") + "/";
      walk(files, files.makeQualified(root), before, List.of());
    }
    parts.sort(Comparator.comparing(Part::name));
    return parts;
  }

  private void walk(FileSystem files, Path folder, String before, List<String> folders)
      throws IOException {
    List<FileStatus> children = children(files, folder);
    boolean holds = children.stream().anyMatch(FileStatus::isFile);
    boolean here = layout.depth() < 0 ? holds : folders.size() == layout.depth();
    if (here || folders.size() > MAX_DEPTH) {
      Map<String, SeenFile> found = new TreeMap<>();
      collect(files, folder, "", 0, found);
      if (!found.isEmpty()) {
        String name = before + String.join("/", folders);
        parts.add(
            layout.part(
                name.isEmpty() ? "." : name,
                folder.toUri().toString(),
                folders,
                List.copyOf(found.values())));
      }
      return;
    }
    for (FileStatus child : children) {
      if (child.isDirectory()) {
        List<String> below = new ArrayList<>(folders);
        below.add(child.getPath().getName());
        walk(files, child.getPath(), before, below);
      }
    }
  }

  private static void collect(
      FileSystem files, Path folder, String before, int depth, Map<String, SeenFile> into)
      throws IOException {
    for (FileStatus child : children(files, folder)) {
      String name = before + child.getPath().getName();
      if (child.isFile()) {
        into.put(name, new SeenFile(name, child.getLen(), child.getModificationTime()));
      } else if (child.isDirectory() && depth < MAX_DEPTH) {
        collect(files, child.getPath(), name + "/", depth + 1, into);
      }
    }
  }

  /** Links lead out of a folder, so that they are left alone, as everywhere in Busbar. */
  private static List<FileStatus> children(FileSystem files, Path folder) throws IOException {
    List<FileStatus> children = new ArrayList<>();
    boolean local = "file".equals(folder.toUri().getScheme());
    for (FileStatus status : files.listStatus(folder)) {
      boolean link =
          local
              && java.nio.file.Files.isSymbolicLink(
                  java.nio.file.Path.of(status.getPath().toUri().getPath()));
      if (!link) {
        children.add(status);
      }
    }
    children.sort(Comparator.comparing(s -> s.getPath().getName()));
    return children;
  }
}
