package io.busbar.app.option;

import io.busbar.base.problem.Nearest;
import io.busbar.formats.shape.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Constants of an enum as options write them; a misspelt one is answered with the nearest. */
public abstract class EnumConverter<E extends Enum<E>> implements ITypeConverter<E> {
  private final Map<String, E> byName = new LinkedHashMap<>();

  /** What can be written, in the order of the constants. */
  public final List<String> names() {
    return List.copyOf(byName.keySet());
  }

  public EnumConverter(Class<E> type) {
    this(type, Names::of);
  }

  public EnumConverter(Class<E> type, Function<E, String> name) {
    for (E constant : type.getEnumConstants()) {
      byName.put(name.apply(constant), constant);
    }
  }

  @Override
  public E convert(String text) {
    E constant = byName.get(text);
    if (constant == null) {
      String hint = Nearest.hint(text, byName.keySet());
      String names = String.join(", ", byName.keySet());
      throw new TypeConversionException(
          "read '" + text + "', expected one of " + names + (hint.isEmpty() ? "" : "; " + hint));
    }
    return constant;
  }
}
