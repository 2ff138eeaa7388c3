package io.busbar.formats.ports;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brings the tools' different words for the same thing together. */
final class PortWords {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1,8}");

  private PortWords() {}

  static String plain(PortField field, String text) {
    String word = text.strip();
    return switch (field) {
      case STATE -> state(word);
      case PHYSICAL -> physical(word);
      case RATE -> first(word);
      case ACTIVE_MTU -> mtu(word);
      case LID, SM_LID -> lid(word);
      case LAYER -> layer(word);
      default -> word;
    };
  }

  private static String state(String word) {
    String lower = letters(word);
    if (lower.contains("down") || lower.contains("nop")) {
      return "down";
    }
    if (lower.contains("init")) {
      return "init";
    }
    if (lower.contains("arm")) {
      return "armed";
    }
    return lower.contains("active") && !lower.contains("inactive") ? "active" : "";
  }

  private static String physical(String word) {
    String lower = letters(word);
    for (String known :
        new String[] {"linkup", "polling", "disable", "sleep", "training", "recover", "test"}) {
      if (lower.contains(known)) {
        return known.equals("disable") ? "disabled" : known;
      }
    }
    return "";
  }

  private static String letters(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  private static String first(String word) {
    Matcher m = NUMBER.matcher(word);
    return m.find() ? m.group() : "";
  }

  /** {@code 4096 (5)}, {@code 1024[B]}; the bare enum values 1 to 5 mean 256 to 4096. */
  private static String mtu(String word) {
    String number = first(word);
    return number.matches("[1-5]") ? String.valueOf(128 << Integer.parseInt(number)) : number;
  }

  private static String lid(String word) {
    Matcher m = HEX.matcher(word);
    return m.find() ? String.valueOf(Long.decode(m.group())) : first(word);
  }

  private static String layer(String word) {
    String lower = letters(word);
    return lower.startsWith("eth") || lower.startsWith("roce")
        ? "ethernet"
        : lower.startsWith("i") ? "infiniband" : "";
  }
}
