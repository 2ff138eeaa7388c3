package io.busbar.app.serve;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form, which is an option or argument of a command.
 *
 * @param name as typed: {@code --tp}, or the label of an argument
 * @param label in words
 * @param group heading it stands under; empty for the first
 * @param help what it means
 * @param example a value
 * @param kind how it is entered
 * @param choices all values there are; empty when free
 * @param names which names of the catalogue it takes; empty for none
 * @param least smallest whole number; null when free
 * @param most largest whole number; null when free
 * @param repeated whether it takes several values
 * @param argument whether it is an argument without a name
 */
public record Field(
    String name,
    String label,
    String group,
    String help,
    String example,
    Kind kind,
    List<String> choices,
    String names,
    @Nullable Long least,
    @Nullable Long most,
    boolean repeated,
    boolean argument) {
  public Field {
    choices = List.copyOf(choices);
  }

  /** The same field where it takes several values between commas, which no slider can show. */
  public Field listed() {
    Kind typed = kind == Kind.NUMBER || kind == Kind.CHOICE ? Kind.TEXT : kind;
    return new Field(
        name, label, group, help, example, typed, List.of(), names, null, null, repeated, argument);
  }

  /** How a value is entered. */
  public enum Kind {
    /** Any text, such as a quantity with its unit. */
    TEXT,
    /** A whole number. */
    NUMBER,
    /** One of the choices. */
    CHOICE,
    /** On or off, as an option without a value. */
    SWITCH,
    /** A dropped file. */
    FILE
  }
}
