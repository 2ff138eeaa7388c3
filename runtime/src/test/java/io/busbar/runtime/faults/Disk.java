package io.busbar.runtime.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small file system in memory of its own; tests that need one are skipped where it cannot be. */
final class Disk implements AutoCloseable {
  private final Path folder;

  /**
   * @param kib room
   */
  Disk(Path folder, int kib) throws IOException, InterruptedException {
    this.folder = Files.createDirectory(folder);
    String said =
        run("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "busbar-test", "" + folder);
    assumeTrue(said.isEmpty(), "needs root, to mount: " + said);
  }

  Path folder() {
    return folder;
  }

  void readOnly() throws IOException, InterruptedException {
    String said = run("mount", "-o", "remount,ro", folder.toString());
    assumeTrue(said.isEmpty(), said);
  }

  /** Leaves no byte free. */
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(folder.resolve("filler"))) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : said.strip() + ".";
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", "-l", folder.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
