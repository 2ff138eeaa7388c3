package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import java.util.List;

/**
 * A command with its words, quotes taken off.
 *
 * @param words the program first, without the assignments before it
 * @param at where the program stands
 * @param whole all its words
 * @param comment text of the comments at its line and directly below; empty for none
 */
public record CommandLine(List<String> words, Position at, Span whole, String comment) {
  public CommandLine {
    words = List.copyOf(words);
  }

  /** Whether a word is the program {@code name}, with or without its folder. */
  public boolean runs(String name) {
    return indexOf(name) >= 0;
  }

  /** Index of the word that is the program {@code name}, or -1; launchers may stand before it. */
  public int indexOf(String name) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals(name) || word.endsWith("/" + name)) {
        return i;
      }
    }
    return -1;
  }

  /** The word after an option, or behind its {@code =}; empty when the option is not given. */
  public String option(String... names) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      for (String name : names) {
        if (word.equals(name) && i + 1 < words.size()) {
          return words.get(i + 1);
        }
        if (word.startsWith(name + "=")) {
          return word.substring(name.length() + 1);
        }
      }
    }
    return "";
  }

  /** Whether any of these words is given. */
  public boolean has(String... wanted) {
    for (String name : wanted) {
      for (String word : words) {
        if (word.equals(name) || word.startsWith(name + "=")) {
          return true;
        }
      }
    }
    return false;
  }

  CommandLine withComment(String text) {
    return new CommandLine(words, at, whole, text);
  }
}
