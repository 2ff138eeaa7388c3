package io.busbar.collective.onesided;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What a part of a chunk holds: the sum of some ranks' inputs at one place. Immutable; the set must
 * not be changed.
 *
 * @param place part of the input that it comes from
 */
record Contribution(int place, BitSet ranks) {
  static Contribution of(int place, int rank) {
    BitSet ranks = new BitSet();
    ranks.set(rank);
    return new Contribution(place, ranks);
  }

  /** Why the sum with another would be wrong, as the end of a sentence; null when it is right. */
  @Nullable String conflict(Contribution other, int cut) {
    if (place != other.place) {
      return "adds chunk " + other.place / cut + " of the input to chunk " + place / cut;
    }
    if (ranks.intersects(other.ranks)) {
      BitSet both = (BitSet) ranks.clone();
      both.and(other.ranks);
      return "adds chunk " + place / cut + " of rank " + both.nextSetBit(0) + " a second time";
    }
    return null;
  }

  Contribution plus(Contribution other) {
    BitSet all = (BitSet) ranks.clone();
    all.or(other.ranks);
    return new Contribution(place, all);
  }

  /** Such as {@code chunk 3 of ranks {0, 1}}. */
  String text(int cut) {
    String whose =
        ranks.cardinality() == 1 ? " of rank " + ranks.nextSetBit(0) : " of ranks " + ranks;
    return "chunk " + place / cut + whose;
  }
}
