package io.busbar.base.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadScopeTest {
  @TempDir Path folder;

  @Test
  void without_a_bound_every_file_may_be_read() {
    assertThat(ReadScope.allows(Path.of("/etc/hostname"))).isTrue();
  }

  @Test
  void inside_only_the_folder_may_be_read() throws Exception {
    Path own = Files.writeString(folder.resolve("a.yaml"), "a: 1");

    assertThat(ReadScope.within(folder, () -> ReadScope.allows(own))).isTrue();
    assertThat(ReadScope.within(folder, () -> ReadScope.allows(folder.resolve("none")))).isTrue();
    assertThat(ReadScope.within(folder, () -> ReadScope.allows(Path.of("/etc/hostname"))))
        .isFalse();
    Path up = folder.resolve("../" + folder.getFileName() + "x/a.yaml");
    assertThat(ReadScope.within(folder, () -> ReadScope.allows(up))).isFalse();
  }

  @Test
  void a_link_leads_nowhere_else() throws Exception {
    Path outside = Files.createTempFile("outside", ".yaml");
    Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), outside);

    assertThat(ReadScope.within(folder, () -> ReadScope.allows(link))).isFalse();
    Files.delete(outside);
  }
}
