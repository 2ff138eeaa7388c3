package io.busbar.formats.tree;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.file.ReadScope;
import io.busbar.base.problem.InputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeReaderScopeTest {
  @TempDir Path folder;

  @Test
  void a_reader_says_the_same_of_a_file_that_exists_and_one_that_does_not() {
    for (String name : new String[] {"/etc/hostname", "/no/such/file"}) {
      assertThatThrownBy(() -> ReadScope.within(folder, () -> TreeReader.read(Path.of(name))))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("expected a file that was dropped here");
    }
  }
}
