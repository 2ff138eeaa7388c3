package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No pattern that reads users' files takes time that grows with the square of a line: a hostile
 * line, or a log of dotted numbers, would stop a diagnosis. Counted in characters looked at, so
 * that the machine's speed does not matter.
 */
class PatternsTest {
  private static final int LENGTH = 8_000;

  /** Characters looked at for each of the text; a square would be half of {@link #LENGTH}. */
  private static final long MOST_LOOKS = 1_500;

  private static final List<String> PIECES =
      List.of(
          "1", "a", "A", "0", "_", "-", "=", " ", "[", "(", "{", "%", "#", "'", "\"", "\t", "1.",
          "a ", "a:", "a/", "A_", "1:", "a-1", "a,1", "ff:", "0x1 ", "a=1 ", "a.b:", "<a>",
          "\"a\":");

  @Test
  void no_pattern_looks_back_over_a_whole_line() throws ReflectiveOperationException {
    List<String> slow = new ArrayList<>();
    int patterns = 0;
    for (Field field : patterns()) {
      Pattern pattern = (Pattern) field.get(null);
      patterns++;
      for (String piece : PIECES) {
        String complaint = complaint(pattern, piece.repeat(LENGTH / piece.length()));
        if (!complaint.isEmpty()) {
          slow.add(
              "%s.%s %s on '%s%s...'"
                  .formatted(
                      field.getDeclaringClass().getName(),
                      field.getName(),
                      complaint,
                      piece,
                      piece));
        }
      }
    }
    assertThat(patterns).isGreaterThan(200);
    assertThat(slow).isEmpty();
  }

  private static List<Field> patterns() throws ReflectiveOperationException {
    List<Field> fields = new ArrayList<>();
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.busbar.formats", "io.busbar.diagnose", "io.busbar.tune");
    for (JavaClass each : classes) {
      for (JavaField field : each.getFields()) {
        boolean isStatic = field.getModifiers().contains(JavaModifier.STATIC);
        if (isStatic && field.getRawType().isEquivalentTo(Pattern.class)) {
          Field found = Class.forName(each.getName()).getDeclaredField(field.getName());
          found.setAccessible(true);
          fields.add(found);
        }
      }
    }
    return fields;
  }

  private static String complaint(Pattern pattern, String text) {
    Counted counted = new Counted(text);
    try {
      Matcher matcher = pattern.matcher(counted);
      while (matcher.find()) {
        counted.found();
      }
      return "";
    } catch (TooMany e) {
      return "looks too often";
    } catch (StackOverflowError e) {
      return "overflows the stack";
    }
  }

  private static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMany() {
      super("", null, false, false);
    }
  }

  /** A text that counts who looks at it. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long looks;

    Counted(String text) {
      this.text = text;
    }

    void found() {
      looks++;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks > MOST_LOOKS * text.length()) {
        throw new TooMany();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
