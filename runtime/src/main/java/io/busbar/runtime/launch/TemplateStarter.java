package io.busbar.runtime.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts agents by a command for each, and keeps the end of what these print. */
final class TemplateStarter implements Starter {
  private static final int MOST_KEPT = 400;
  private static final long END_MS = 1_000;

  /** For what a command printed last to arrive after its end; a child of it may keep the pipe. */
  private static final long LAST_WORDS_MS = 500;

  private final LaunchTemplate template;
  private final Map<Integer, Started> all = new ConcurrentHashMap<>();
  private final Map<Integer, String> failures = new ConcurrentHashMap<>();

  TemplateStarter(LaunchTemplate template) {
    this.template = template;
  }

  /** A process, and what it printed last. */
  private static final class Started {
    private final Process process;
    private final StringBuilder printed = new StringBuilder();
    private final CountDownLatch heard = new CountDownLatch(1);

    private Started(Process process) {
      this.process = process;
    }

    private void listen() {
      byte[] piece = new byte[512];
      try (InputStream in = process.getInputStream()) {
        for (int bytes = in.read(piece); bytes >= 0; bytes = in.read(piece)) {
          keep(new String(piece, 0, bytes, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        keep(" (" + e.getMessage() + ")");
      } finally {
        heard.countDown();
      }
    }

    private synchronized void keep(String text) {
      printed.append(text);
      printed.delete(0, Math.max(0, printed.length() - MOST_KEPT));
    }

    /** Of a process that has ended. */
    private String lastWords() {
      try {
        heard.await(LAST_WORDS_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return printed();
    }

    private synchronized String printed() {
      return printed.toString().strip().replaceAll("\\s+", " ");
    }
  }

  @Override
  public void start(Seat seat, List<String> command, String token) {
    List<String> whole = new ArrayList<>(command);
    whole.add(Agents.TOKEN_FROM_INPUT);
    ProcessBuilder builder =
        new ProcessBuilder(template.expand(seat.host(), seat.number(), whole))
            .redirectErrorStream(true);
    try {
      Started started = new Started(builder.start());
      all.put(seat.index(), started);
      Thread.ofVirtual().name("output of agent " + seat.index()).start(started::listen);
      OutputStream in = started.process.getOutputStream();
      in.write((token + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush(); // and stays open: some commands take its end for theirs
    } catch (IOException e) {
      failures.put(seat.index(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public String failed(Seat seat) {
    Started started = all.get(seat.index());
    if (started == null) {
      return failures.getOrDefault(seat.index(), "");
    }
    if (started.process.isAlive() || started.process.exitValue() == 0) {
      return "";
    }
    String printed = started.lastWords();
    String said = printed.isEmpty() ? " and printed nothing" : ": " + printed;
    return "its command ended with exit code " + started.process.exitValue() + said;
  }

  /** Agents have been told to go; what does not, is ended. */
  @Override
  public void close() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MS);
    try {
      for (Started started : all.values()) {
        long left = Math.max(0, end - System.nanoTime());
        if (!started.process.waitFor(left, TimeUnit.NANOSECONDS)) {
          started.process.descendants().forEach(ProcessHandle::destroyForcibly);
          started.process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      all.values().forEach(started -> started.process.destroyForcibly());
    }
  }
}
