package io.busbar.fleet.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * Small files in a folder of any file system that Hadoop's clients know ({@code file:}, {@code
 * hdfs:}, {@code s3a:}). A file is there whole or not at all.
 */
public final class Store {
  private final Path folder;
  private final FileSystem files;

  private Store(Path folder, FileSystem files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * A folder, which is made when the first file is written.
   *
   * @param name a path of this machine, or a URI
   */
  public static Store at(String name, Configuration conf) throws IOException {
    Path folder = path(name);
    FileSystem files = folder.getFileSystem(conf);
    files.setWriteChecksum(false);
    return new Store(files.makeQualified(folder), files);
  }

  /**
   * A folder as a task finds it, with the settings that were given to Spark ({@code
   * spark.hadoop.*}).
   */
  public static Store onWorker(String name) throws IOException {
    return at(name, workerSettings());
  }

  /** Settings of file systems in a task; read once for all tasks of a process. */
  public static Configuration workerSettings() {
    return SparkHadoopUtil.get().conf();
  }

  /** A name without a scheme is one of this machine, whatever a cluster's default is. */
  public static Path path(String name) {
    return name.matches("[a-z][a-z0-9+.-]*:.*")
        ? new Path(name)
        : new Path(java.nio.file.Path.of(name).toAbsolutePath().normalize().toUri());
  }

  /** Names of its files by their own order, those that are being written left out. */
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (FileStatus status : files.listStatus(folder)) {
        String name = status.getPath().getName();
        if (status.isFile() && !name.startsWith(".") && !name.startsWith("_")) {
          names.add(name);
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    names.sort(Comparator.naturalOrder());
    return names;
  }

  /** What a file holds. */
  public byte[] read(String name) throws IOException {
    Path path = new Path(folder, name);
    long size = files.getFileStatus(path).getLen();
    try (FSDataInputStream in = files.open(path)) {
      return in.readNBytes(Math.toIntExact(size));
    }
  }

  /** A piece of what a file holds. */
  public byte[] read(String name, long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = files.open(new Path(folder, name))) {
      in.readFully(from, bytes);
    }
    return bytes;
  }

  /** Writes a file whole, over one of that name; of two writers at once either wins. */
  public void write(String name, byte[] bytes) throws IOException {
    Path temporary = new Path(folder, "." + name + "." + UUID.randomUUID());
    try (FSDataOutputStream out = files.create(temporary, true)) {
      out.write(bytes);
    }
    Path path = new Path(folder, name);
    if (!files.rename(temporary, path)) {
      files.delete(path, false);
      if (!files.rename(temporary, path)) {
        files.delete(temporary, false);
        throw new IOException("cannot write " + path);
      }
    }
  }

  /** Takes a file away, if it is there. */
  public void delete(String name) throws IOException {
    files.delete(new Path(folder, name), false);
  }
}
