package io.busbar.formats.pickle;

import java.util.ArrayList;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A list, tuple or set of a pickle, which codes must not take for one another. */
final class Items extends ArrayList<@Nullable Object> {
  private static final long serialVersionUID = 1L;

  final Kind kind;

  enum Kind {
    LIST,
    TUPLE,
    SET
  }

  Items(Kind kind, Collection<? extends @Nullable Object> content) {
    super(content);
    this.kind = kind;
  }
}
