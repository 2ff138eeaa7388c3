package io.busbar.tune.lint.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the rules say, from {@code lint/rules.properties}: {@code code.title}, {@code .why}, {@code
 * .fix}, each also as {@code code.variant.why}; {@code .source}; the examples {@code .file}, {@code
 * .wrong}, {@code .right}. Immutable.
 */
public final class Texts {
  private static final String RESOURCE = "/lint/rules.properties";

  private final Properties all;

  private Texts(Properties all) {
    this.all = all;
  }

  /** The texts that were built into the product. */
  public static Texts standard() {
    return Holder.STANDARD;
  }

  /** Read once, when first asked for. */
  private static final class Holder {
    static final Texts STANDARD = load();
  }

  private static Texts load() {
    Properties all = new Properties();
    try (InputStream in = Texts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      all.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Texts(all);
  }

  /** A text as it is written; null when there is none. */
  public @Nullable String find(String key) {
    return all.getProperty(key);
  }

  /** Keys of all texts. */
  public Iterable<String> keys() {
    return all.stringPropertyNames();
  }

  /**
   * A text with its values.
   *
   * @throws IllegalStateException when the rule has no such text or a value is missing
   */
  String get(String code, String variant, String part, Map<String, String> values) {
    String text = variant.isEmpty() ? null : find(code + "." + variant + "." + part);
    if (text == null) {
      text = find(code + "." + part);
    }
    if (text == null) {
      throw new IllegalStateException("no text " + code + "." + variant + "." + part);
    }
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
      int close = text.indexOf('}', open);
      String value = values.get(text.substring(open + 1, close));
      if (value == null) {
        throw new IllegalStateException(
            code + "." + part + " lacks " + text.substring(open, close));
      }
      out.append(text, from, open).append(value);
      from = close + 1;
    }
    return out.append(text.substring(from)).toString();
  }
}
