package io.busbar.fleet.planted;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A day of a host's kernel and service log. One use. */
final class Syslog {
  private static final String[] USUAL = {
    "systemd[1]: Started Session %d of user root.",
    "sshd[%d]: Accepted publickey for root from 10.0.0.7 port 41022 ssh2",
    "CRON[%d]: (root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.hourly)",
    "systemd-logind[%d]: New session opened for user root.",
    "slurmd[%d]: launch task StepId=4711.0 request from UID:1000 GID:1000 HOST:10.0.0.3 PORT:41022",
    "chronyd[%d]: Selected source 10.0.0.1",
    "dhclient[%d]: bound to 10.0.3.17 -- renewal in 1573 seconds.",
    "kernel: audit: type=1400 audit(1764500000.%d:17): apparmor=\"STATUS\" profile=\"unconfined\"",
  };
  private static final int LONGEST = 400;

  private final String date;
  private final String host;
  private final SplittableRandom random;
  private final int bytes;

  Syslog(String date, String host, SplittableRandom random, int kilobytes) {
    this.date = date;
    this.host = host;
    this.random = random;
    this.bytes = kilobytes * 1000;
  }

  String text(Planted.@Nullable Kind ill) {
    StringBuilder text = new StringBuilder(bytes + LONGEST);
    String ofFault = ill == null ? "" : told(ill);
    while (text.length() < bytes) {
      int second = (int) (text.length() * 86_400L / bytes);
      line(text, second, usual(random.nextInt(USUAL.length), random.nextInt(100_000)));
      if (!ofFault.isEmpty() && text.length() >= 3L * bytes / 4) {
        line(text, second, ofFault);
        ofFault = "";
      }
    }
    return text.toString();
  }

  private static String usual(int kind, int number) {
    return USUAL[kind].replace("%d", Integer.toString(number));
  }

  private void line(StringBuilder text, int second, String what) {
    text.append("Nov ");
    int day = Integer.parseInt(date.substring(8));
    text.append(day < 10 ? " " : "").append(day).append(' ');
    two(text, second / 3600).append(':');
    two(text, second / 60 % 60).append(':');
    two(text, second % 60).append(' ');
    text.append(host).append(' ').append(what).append('\n');
  }

  private static StringBuilder two(StringBuilder text, int number) {
    return text.append(number < 10 ? "0" : "").append(number);
  }

  private static String told(Planted.Kind kind) {
    return switch (kind) {
      case GPU_LOST ->
          "kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen"
              + " off the bus.";
      case GPU_MEMORY ->
          "kernel: NVRM: Xid (PCI:0000:5e:00): 48, pid=7731, An uncorrectable double bit error (DBE)"
              + " has been detected on GPU in the framebuffer at partition 4, subpartition 0.";
      case PCIE_NARROW ->
          "kernel: mlx5_core 0000:1a:00.0: 126.016 Gb/s available PCIe bandwidth, limited by 32.0"
              + " GT/s PCIe x4 link at 0000:19:01.0 (capable of 504.112 Gb/s with 32.0 GT/s PCIe x16"
              + " link)";
      default -> "";
    };
  }
}
