package io.busbar.formats.artefact;

/**
 * Where something stands, and what stands there.
 *
 * @param file as the user named it; a member of an archive as {@code archive!member}
 * @param line from 1
 * @param text the line, shortened around what was found when it is long
 */
public record Place(String file, int line, String text) {
  /** Longer lines are cut to this many characters. */
  public static final int MAX_TEXT = 400;

  private static final int BEFORE = 60;

  public Place {
    text = cut(text, 0);
  }

  /**
   * A place whose line may be long.
   *
   * @param around index in the line of what was found; the kept part contains it
   */
  public static Place around(String file, int line, String text, int around) {
    return new Place(file, line, cut(text, around));
  }

  private static String cut(String text, int around) {
    if (text.length() <= MAX_TEXT) {
      return text.strip();
    }
    int from = Math.max(0, Math.min(around - BEFORE, text.length() - MAX_TEXT));
    return text.substring(from, from + MAX_TEXT).strip();
  }
}
