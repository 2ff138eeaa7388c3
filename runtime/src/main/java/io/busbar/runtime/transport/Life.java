package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether processes live. One that has ended and waits for its parent to notice does not. */
public final class Life {
  private static final String UNKNOWN = "?";

  private Life() {}

  /** Whether a process of this host exists and has not ended. */
  static boolean lives(ProcessHandle process) {
    return process.isAlive() && !zombie(process.pid());
  }

  private static boolean zombie(long process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
      char state = stat.charAt(Math.min(stat.length() - 1, stat.lastIndexOf(')') + 2));
      return state == 'Z' || state == 'X';
    } catch (IOException e) {
      return false; // not Linux, or just gone, which the next look sees
    }
  }

  /** Names this process for others: where its number means something, and the number. */
  public static String own() {
    return place() + " " + ProcessHandle.current().pid();
  }

  /**
   * Whether a process has certainly ended, by what it {@linkplain #own() said of itself}. Of other
   * hosts and containers nothing is known.
   */
  public static boolean ended(String name) {
    String[] parts = name.split(" ", -1);
    if (parts.length != 2
        || !parts[1].matches("\\d{1,10}")
        || parts[0].contains(UNKNOWN)
        || !parts[0].equals(place())) {
      return false;
    }
    return ProcessHandle.of(Long.parseLong(parts[1])).map(p -> !lives(p)).orElse(true);
  }

  /** This boot of this host, and the process namespace in it. */
  private static String place() {
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      String space = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return boot + "/" + space.replaceAll("\\D", "");
    } catch (IOException | UnsupportedOperationException e) {
      return UNKNOWN;
    }
  }
}
