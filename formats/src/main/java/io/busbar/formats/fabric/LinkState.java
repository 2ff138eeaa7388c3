package io.busbar.formats.fabric;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What iblinkinfo says of a link: {@code 4X 25.78125 Gbps Active/ LinkUp}.
 *
 * @param lanes 0 when unknown
 * @param speed null when unknown
 */
record LinkState(int lanes, @Nullable LaneSpeed speed) {

  static LinkState of(String text) {
    LineCursor c = new LineCursor(text);
    String width = c.nextWord();
    int lanes = width.endsWith("X") ? LineCursor.whole(width.substring(0, width.length() - 1)) : 0;
    String rate = c.nextWord();
    LaneSpeed speed = null;
    if (rate.length() <= 12 && rate.matches("\\d+(\\.\\d+)?")) {
      speed = LaneSpeed.signalling(Double.parseDouble(rate));
    }
    if (text.contains("(FDR10)")) {
      speed = LaneSpeed.named("FDR10");
    }
    return new LinkState(Math.max(0, lanes), speed);
  }

  /** {@code Could be 4X Could be 53.125 Gbps}: what is behind the words. */
  static String couldBe(String note) {
    String plain = note.strip();
    return plain.toLowerCase(Locale.ROOT).startsWith("could be")
        ? plain
            .substring("could be".length())
            .replaceAll("[Cc]ould be", ",")
            .replaceAll("\\s+,", ",")
            .strip()
        : "";
  }
}
