package io.busbar.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFileTest {
  @TempDir Path folder;

  @BeforeEach
  void impatient() {
    UserFile.patience(Duration.ofMillis(300), Duration.ofMillis(300));
  }

  @AfterEach
  void patient() {
    UserFile.patience(Duration.ofSeconds(20), Duration.ofSeconds(300));
  }

  private Path fifo() throws IOException, InterruptedException {
    Path fifo = folder.resolve("fifo");
    Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
    assumeThat(made.waitFor()).as("mkfifo").isZero();
    return fifo;
  }

  @Test
  void a_file_up_to_the_limit_is_read_whole() throws IOException {
    Path file = folder.resolve("a.txt");
    Files.write(file, new byte[1 << 20]);

    assertThat(UserFile.bytes(file, 1 << 20)).hasSize(1 << 20);
    assertThatThrownBy(() -> UserFile.bytes(file, (1 << 20) - 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("at most 1048575 bytes");
  }

  @Test
  void a_pipe_is_read_while_something_writes_to_it() throws Exception {
    Path fifo = fifo();
    Thread writer =
        new Thread(() -> {
          try (OutputStream out = Files.newOutputStream(fifo)) {
            out.write("hello".getBytes(StandardCharsets.US_ASCII));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    writer.start();

    assertThat(UserFile.text(fifo, 100)).isEqualTo("hello");
    writer.join();
  }

  @Test
  void a_pipe_that_nobody_opens_is_given_up() throws Exception {
    Path fifo = fifo();
    assertThatThrownBy(() -> UserFile.text(fifo, 100))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nothing opened its other end");
  }

  @Test
  void a_pipe_to_which_nothing_is_written_is_given_up() throws Exception {
    Path fifo = fifo();
    try (OutputStream both = new ProcessHolding(fifo)) {
      assertThatThrownBy(() -> UserFile.text(fifo, 100)).hasMessageContaining("nothing came for");
    }
  }

  /** Holds the writing end open without writing. */
  private static final class ProcessHolding extends OutputStream {
    private final Process process;

    ProcessHolding(Path fifo) throws IOException {
      process = new ProcessBuilder("sh", "-c", "exec sleep 20 > '" + fifo + "'").start();
    }

    @Override
    public void write(int b) {}

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  @Test
  void devices_without_end_and_sockets_are_refused() throws IOException {
    assumeThat(Path.of("/dev/zero")).exists();
    assertThatThrownBy(() -> UserFile.text(Path.of("/dev/zero"), 100))
        .hasMessageContaining("this is a device");
    assertThat(UserFile.text(Path.of("/dev/null"), 100)).isEmpty();

    Path socket = folder.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThatThrownBy(() -> UserFile.text(socket, 100)).hasMessageContaining("this is a socket");
    }
  }

  @Test
  void a_missing_file_and_a_directory_are_told() throws IOException {
    Files.writeString(folder.resolve("cluster.yaml"), "x");
    assertThatThrownBy(() -> UserFile.text(folder.resolve("clustr.yaml"), 100))
        .hasMessageContaining("an existing file")
        .hasMessageContaining("cluster.yaml");
    assertThatThrownBy(() -> UserFile.text(folder, 100))
        .hasMessageContaining("a file, but this is a directory");
  }

  @Test
  void a_pipe_can_be_read_twice_when_it_is_kept() throws Exception {
    Path fifo = fifo();
    Process writer = new ProcessBuilder("sh", "-c", "printf hello > '" + fifo + "'").start();
    Repeatable kept = Repeatable.of(fifo, 1 << 20);

    byte[] first = kept.read(in -> in.readAllBytes());
    byte[] second = kept.read(in -> in.readAllBytes());
    assertThat(first).isEqualTo(second).hasSize(5);
    writer.destroy();
  }
}
