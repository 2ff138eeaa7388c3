package io.busbar.tune.advice;

import java.util.Optional;

/** Knows one variable and when it is worth setting. */
interface Piece {
  /** The variable. */
  String name();

  /** What to set on a site; empty when the default is right. */
  Optional<Advice> advise(Site site);
}
