package io.busbar.formats.launch;

import io.busbar.formats.shell.ShellCommand.Word;
import java.util.ArrayList;
import java.util.List;

/** Splits the words behind a program into settings. Stateless. */
final class Flags {
  private Flags() {}

  /** {@code --name value ...}, {@code --name=value}, {@code -n value}, {@code key.name=value}. */
  static List<Setting> of(List<Word> words) {
    List<Setting> out = new ArrayList<>();
    int i = 0;
    while (i < words.size()) {
      Word word = words.get(i);
      if (isFlag(word.text())) {
        int next = i + 1;
        int equals = word.text().indexOf('=');
        if (equals < 0) {
          while (next < words.size() && isValue(words.get(next).text())) {
            next++;
          }
          out.add(flag(word, words.subList(i + 1, next)));
        } else {
          out.add(assigned(word, equals));
        }
        i = next;
      } else {
        int equals = keyEnd(word.text());
        if (equals > 0) {
          out.add(assigned(word, equals));
        } else if (!word.known() && word.text().startsWith("$")) {
          out.add(new Setting(word.text(), List.of(), word.at(), word.at(), false));
        }
        i++;
      }
    }
    return out;
  }

  static boolean isFlag(String word) {
    return word.length() > 1
        && word.charAt(0) == '-'
        && (word.startsWith("--") ? word.length() > 2 : Character.isLetter(word.charAt(1)));
  }

  /** A list of values ends where another setting starts. */
  private static boolean isValue(String word) {
    return !isFlag(word) && keyEnd(word) < 0;
  }

  private static String plain(String flag) {
    return flag.startsWith("--") ? flag.substring(2) : flag.substring(1);
  }

  private static Setting flag(Word word, List<Word> values) {
    boolean known = word.known() && values.stream().allMatch(Word::known);
    return new Setting(
        plain(word.text()),
        values.stream().map(Word::text).toList(),
        values.isEmpty() ? word.at() : values.getFirst().at(),
        word.at(),
        known);
  }

  private static Setting assigned(Word word, int equals) {
    String text = word.text();
    String name = text.substring(0, equals);
    String value = text.substring(equals + 1);
    return new Setting(
        isFlag(name) ? plain(name) : name.replaceAll("^[+~]+", ""),
        List.of(value),
        word.at(),
        word.at(),
        word.known());
  }

  /** Where the {@code =} of {@code section.key=value} stands; -1 for another word. */
  private static int keyEnd(String word) {
    int equals = word.indexOf('=');
    if (equals <= 0) {
      return -1;
    }
    for (int i = 0; i < equals; i++) {
      char c = word.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_.+~/@-".indexOf(c) < 0) {
        return -1;
      }
    }
    return Character.isDigit(word.charAt(0)) || word.startsWith("/") ? -1 : equals;
  }
}
