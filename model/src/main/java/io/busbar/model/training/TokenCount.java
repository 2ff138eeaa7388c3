package io.busbar.model.training;

import io.busbar.formats.shape.Type;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads counts of tokens: {@code 4194304}, {@code 4Mi} (4·2²⁰), {@code 4M} (4·10⁶), {@code 15T}.
 * Stateless.
 */
public final class TokenCount {
  private static final Pattern TEXT =
      Pattern.compile("(\\d[\\d_]{0,24}(?:\\.\\d{1,12})?)\\s*(Ki|Mi|Gi|k|K|M|G|B|T|)");
  private static final BigDecimal MAX = BigDecimal.valueOf(1_000_000_000_000_000L);

  private TokenCount() {}

  /** The type of a key that holds such a count. */
  public static Type<Long> type() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", List.of("integer", "string"));
    schema.put("minimum", 1);
    schema.put("pattern", "^[0-9][0-9_]*(\\.[0-9]+)?\\s*(Ki|Mi|Gi|k|K|M|G|B|T)?$");
    return Type.scalar(
        "a whole number of tokens such as 4194304, 4Mi (4 x 2^20) or 4M (4 x 10^6)",
        schema,
        (text, quoted) -> parse(text.strip()));
  }

  private static @Nullable Long parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches()) {
      return null;
    }
    BigDecimal number = new BigDecimal(m.group(1).replace("_", ""));
    BigDecimal tokens = number.multiply(BigDecimal.valueOf(factor(m.group(2))));
    boolean whole = tokens.stripTrailingZeros().scale() <= 0;
    boolean inRange = tokens.signum() > 0 && tokens.compareTo(MAX) <= 0;
    return whole && inRange ? tokens.longValueExact() : null;
  }

  private static long factor(String prefix) {
    return switch (prefix) {
      case "k", "K" -> 1_000;
      case "M" -> 1_000_000;
      case "G", "B" -> 1_000_000_000;
      case "T" -> 1_000_000_000_000L;
      case "Ki" -> 1L << 10;
      case "Mi" -> 1L << 20;
      case "Gi" -> 1L << 30;
      default -> 1;
    };
  }
}
