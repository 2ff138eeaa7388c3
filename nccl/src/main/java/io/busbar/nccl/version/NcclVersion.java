package io.busbar.nccl.version;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A release of NCCL, {@code 2.27.7}. Package revision ({@code -1}) and CUDA suffix ({@code
 * +cuda12.9}) are read and left out: they do not change what NCCL chooses.
 *
 * @param major 2 since 2017
 * @param minor {@code 27}
 * @param patch {@code 7}
 */
public record NcclVersion(int major, int minor, int patch) implements Comparable<NcclVersion> {
  private static final Pattern SHAPE =
      Pattern.compile(
          "[vV]?(\\d{1,3})\\.(\\d{1,3})(?:\\.(\\d{1,3}))?(?:-\\d{1,3})?(?:\\+cuda[\\d.]{1,8})?");
  private static final Comparator<NcclVersion> ORDER =
      Comparator.comparingInt(NcclVersion::major)
          .thenComparingInt(NcclVersion::minor)
          .thenComparingInt(NcclVersion::patch);

  /** Releases whose sources were read for figures or log texts, oldest first. */
  private static final List<NcclVersion> KNOWN =
      List.of(
          of(2, 17, 1),
          of(2, 18, 6),
          of(2, 19, 4),
          of(2, 20, 5),
          of(2, 21, 5),
          of(2, 22, 3),
          of(2, 23, 4),
          of(2, 24, 3),
          of(2, 25, 1),
          of(2, 26, 6),
          of(2, 27, 7),
          of(2, 28, 9),
          of(2, 29, 7),
          of(2, 30, 7));

  public NcclVersion {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException("no version: " + major + "." + minor + "." + patch);
    }
  }

  public static NcclVersion of(int major, int minor, int patch) {
    return new NcclVersion(major, minor, patch);
  }

  /** Releases whose sources were read, oldest first. */
  public static List<NcclVersion> known() {
    return KNOWN;
  }

  /** The newest release that is known. */
  public static NcclVersion newest() {
    return KNOWN.getLast();
  }

  /**
   * {@code 2.27.7}, {@code 2.27.7-1}, {@code 2.27.7+cuda12.9}, {@code v2.27.7-1}; {@code 2.27} is
   * the last known release of that line, or {@code 2.27.0}.
   *
   * @return empty when the text is no version
   */
  public static Optional<NcclVersion> find(String text) {
    Matcher m = SHAPE.matcher(text.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    int major = Integer.parseInt(m.group(1));
    int minor = Integer.parseInt(m.group(2));
    @Nullable String patch = m.group(3);
    return Optional.of(
        patch == null ? lastOf(major, minor) : of(major, minor, Integer.parseInt(patch)));
  }

  /**
   * {@link #find} for what a user wrote.
   *
   * @return empty after a problem was added, with the nearest known version
   */
  public static Optional<NcclVersion> parse(String text, Position at, Problems problems) {
    Optional<NcclVersion> found = find(text);
    if (found.isEmpty()) {
      List<String> names = KNOWN.stream().map(NcclVersion::toString).toList();
      problems.add(
          new Problem(
              at, "", text, "a version of NCCL such as " + newest(), Nearest.hint(text, names)));
    }
    return found;
  }

  private static NcclVersion lastOf(int major, int minor) {
    return KNOWN.stream()
        .filter(v -> v.major == major && v.minor == minor)
        .reduce((a, b) -> b)
        .orElse(of(major, minor, 0));
  }

  /** Whether this release is the other or a later one. */
  public boolean atLeast(NcclVersion other) {
    return compareTo(other) >= 0;
  }

  public boolean atLeast(int otherMajor, int otherMinor, int otherPatch) {
    return atLeast(of(otherMajor, otherMinor, otherPatch));
  }

  /**
   * The newest of some releases that is not newer than this one; the oldest of them when all are
   * newer. Figures that hold from a release on are looked up so.
   *
   * @throws IllegalArgumentException when there are none
   */
  public NcclVersion nearest(Collection<NcclVersion> releases) {
    return releases.stream()
        .filter(this::atLeast)
        .max(ORDER)
        .or(() -> releases.stream().min(ORDER))
        .orElseThrow(() -> new IllegalArgumentException("no releases to choose from"));
  }

  /** The release whose sources stand in for this one. */
  public NcclVersion nearestKnown() {
    return nearest(KNOWN);
  }

  @Override
  public int compareTo(NcclVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
