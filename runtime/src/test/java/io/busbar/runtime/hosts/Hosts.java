package io.busbar.runtime.hosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hosts made of network namespaces by {@code tools/hosts}; each test has its own. Hosts are
 * numbered from 1, and host i has the address 10.77.0.i.
 */
public final class Hosts implements AutoCloseable {
  private static final File TOOL = new File("../tools/hosts");
  private static final int CANNOT = 3;
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String name;

  private Hosts(String name) {
    this.name = name;
  }

  /**
   * Makes hosts on one switch, or skips the test where that cannot be done.
   *
   * @param rate of each cable in both directions such as "1gbit", or "none"
   */
  public static Hosts up(int count, String rate) {
    Hosts hosts = new Hosts("t" + ProcessHandle.current().pid() + "x" + COUNT.incrementAndGet());
    Run run = hosts.tool("up", Integer.toString(count), rate);
    assumeTrue(run.code != CANNOT, "hosts of network namespaces: " + run.said);
    hosts.check(run);
    return hosts;
  }

  private record Run(int code, String said) {}

  public static String address(int host) {
    return "10.77.0." + host;
  }

  /** A command as it has to be started to run on a host. */
  public List<String> on(int host, List<String> command) {
    List<String> all =
        new ArrayList<>(List.of(TOOL.getPath(), "run", name, Integer.toString(host)));
    all.addAll(command);
    return all;
  }

  public void rate(int host, String rate) {
    check(tool("rate", Integer.toString(host), rate));
  }

  /** Loses arriving TCP packets; skips the test where that cannot be done. */
  public void loss(int host, int perMille) {
    Run run = tool("loss", Integer.toString(host), Integer.toString(perMille));
    assumeTrue(run.code != CANNOT, run.said);
    check(run);
  }

  /** Lets a host control congestion in this way, such as "cubic". */
  public void control(int host, String direction) {
    check(tool("control", Integer.toString(host), direction));
  }

  public void mtu(int host, int bytes) {
    check(tool("mtu", Integer.toString(host), Integer.toString(bytes)));
  }

  public void cut(int host) {
    check(tool("cut", Integer.toString(host)));
  }

  public void mend(int host) {
    check(tool("mend", Integer.toString(host)));
  }

  /** Bytes that a host has sent by its interface's counter, headers included. */
  public long sent(int host) {
    return bytes(host, 0);
  }

  /** Bytes that a host has received by its interface's counter, headers included. */
  public long received(int host) {
    return bytes(host, 1);
  }

  private long bytes(int host, int column) {
    Run run = tool("bytes", Integer.toString(host));
    check(run);
    return Long.parseLong(run.said.split(" ", -1)[column]);
  }

  private void check(Run run) {
    if (run.code != 0) {
      throw new IllegalStateException("exit " + run.code + ": " + run.said);
    }
  }

  private Run tool(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(TOOL.getPath(), command, name));
    all.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), said.strip());
    } catch (IOException e) {
      return new Run(CANNOT, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends what runs on the hosts, and removes them. */
  @Override
  public void close() {
    tool("down");
  }
}
