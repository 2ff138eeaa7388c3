package io.busbar.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFileTest {
  private static final SlotSize SLOTS = new SlotSize(4096, 2);

  @TempDir private Path folder;

  /** Whoever dies now leaves nothing behind. */
  @Test
  void the_file_has_no_name_from_the_start_and_is_the_same_for_all() throws Exception {
    Path path;
    try (SharedFile.Made made = SharedFile.create(folder, 2, SLOTS, 4096);
        Arena arena = Arena.ofShared()) {
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).isEmpty();
      }
      path = made.path();
      SharedFile one = SharedFile.map(path, arena, 2, SLOTS, 4096);
      SharedFile other = SharedFile.map(path, arena, 2, SLOTS, 4096);
      one.beat(1, 17);
      assertThat(other.beats(1)).isEqualTo(17);
    }
    try (Arena arena = Arena.ofShared()) {
      assertThatThrownBy(() -> SharedFile.map(path, arena, 2, SLOTS, 4096))
          .hasMessageContaining(path + " is not there: rank 0 has died, or is of another user");
    }
  }

  @Test
  void of_notes_the_last_two_are_kept_and_an_older_one_is_not_taken_for_them() throws Exception {
    try (SharedFile.Made made = SharedFile.create(folder, 2, SLOTS, 4096);
        Arena arena = Arena.ofShared()) {
      SharedFile file = SharedFile.map(made.path(), arena, 2, SLOTS, 4096);
      assertThat(file.lastRound(0)).isEqualTo(-1);
      for (int round : new int[] {0, 1, 2, 32}) {
        assertThat(file.noted(0, round)).isNull();
        file.note(0, round, "round " + round);
        assertThat(file.noted(0, round)).isEqualTo("round " + round);
        assertThat(file.lastRound(0)).isEqualTo(round);
      }
      assertThat(file.noted(0, 1)).isEqualTo("round 1");
      assertThat(file.noted(0, 2)).isNull();
      assertThat(file.lastRound(1)).isEqualTo(-1);
    }
  }
}
