package io.busbar.formats.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvFilesTest {
  @Test
  void folders_are_walked_in_order_and_ours_and_hidden_histories_left_out(@TempDir Path folder)
      throws IOException {
    Files.createDirectories(folder.resolve(".git"));
    Files.createDirectories(folder.resolve("b"));
    for (String name : List.of(".git/config", "b/2.sh", "a.sh", "a.sh.fixed", "empty.sh")) {
      Files.writeString(folder.resolve(name), name.equals("empty.sh") ? "" : "x=1\n");
    }
    assertThat(EnvFiles.find(List.of(folder)).files())
        .containsExactly(folder.resolve("a.sh"), folder.resolve("b/2.sh"));
  }

  @Test
  void binary_and_large_files_are_left_out_with_a_note(@TempDir Path folder) throws IOException {
    List<String> notes = new ArrayList<>();
    Path binary = Files.write(folder.resolve("a.out"), new byte[] {1, 2, 3, 0, 0, 0, 5, 6});
    Path large = Files.write(folder.resolve("b.log"), new byte[EnvFiles.MAX_BYTES + 1]);
    assertThat(EnvFiles.text(binary, notes)).isNull();
    assertThat(EnvFiles.text(large, notes)).isNull();
    assertThat(notes).anyMatch(n -> n.contains("binary")).anyMatch(n -> n.contains("4 MiB"));
  }

  @Test
  void a_missing_file_is_refused_with_the_nearest(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("train.sh"), "x");
    assertThatThrownBy(() -> EnvFiles.find(List.of(folder.resolve("trian.sh"))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean 'train.sh'?");
  }
}
