package io.busbar.formats.shell;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shell scripts inside commands, behind a launcher or a container perhaps. Stateless. */
final class InnerScripts {
  private static final Set<String> SHELLS = Set.of("bash", "sh", "zsh", "dash", "ksh");

  private InnerScripts() {}

  /**
   * A script that a command runs.
   *
   * @param index word that holds it
   * @param text whether the word is the script itself, as after {@code -c}, and not its file
   */
  record Inner(int index, boolean text) {}

  /**
   * The script that a command runs; null where it runs none.
   *
   * @param name of the program without its folder
   */
  static @Nullable Inner of(List<Traced> words, String name) {
    for (int i = 0; i + 1 < words.size(); i++) {
      String word = words.get(i).text;
      if (SHELLS.contains(word.substring(word.lastIndexOf('/') + 1))) {
        return ofShell(words, i, name);
      }
    }
    if ((name.equals("ssh") || name.equals("pdsh")) && words.size() > 2) {
      return new Inner(words.size() - 1, true);
    }
    if (name.endsWith(".sh") || name.endsWith(".bash")) {
      return new Inner(0, false);
    }
    if (name.equals("srun")) {
      for (int i = 1; i < words.size(); i++) {
        if (words.get(i).text.endsWith(".sh")) {
          return new Inner(i, false);
        }
      }
    }
    return null;
  }

  private static @Nullable Inner ofShell(List<Traced> words, int shell, String name) {
    int next = shell + 1;
    while (next < words.size() && words.get(next).text.startsWith("-")) {
      if (words.get(next).text.matches("-[a-z]*c") && next + 1 < words.size()) {
        return new Inner(next + 1, true);
      }
      next++;
    }
    boolean launched = shell == 0 || name.equals("srun") || name.equals("mpirun");
    return launched ? new Inner(next, false) : null;
  }
}
