package io.busbar.formats.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node01:1:2 [0] NCCL INFO NCCL version 2.23.4+cuda12.4 | NCCL 2.23.4, CUDA of NCCL 12.4",
        "node01:1:2 [0] NCCL INFO cudaDriverVersion 12040      | CUDA driver interface 12040",
        "NVIDIA-SMI 550.54.15  Driver Version: 550.54.15  CUDA Version: 12.4 | NVIDIA driver"
            + " 550.54.15, CUDA 12.4",
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar | NVIDIA driver"
            + " 550.54.15",
        "NCCL INFO NET/OFI Initializing aws-ofi-nccl 1.7.4-aws | OFI plugin 1.7.4-aws",
        "NCCL INFO NET/OFI Using Libfabric version 1.20        | libfabric 1.20",
        "MLNX_OFED_LINUX-23.10-0.5.5.0:                        | OFED 23.10-0.5.5.0",
        "  Firmware version: 28.39.1002                        | NIC firmware 28.39.1002",
        "  fw_ver:          28.39.1002                         | NIC firmware 28.39.1002",
        "Linux version 5.15.0-91-generic (buildd@x)            | kernel 5.15.0-91-generic",
        "Fabric Manager version 550.54.15 is running           | fabric manager 550.54.15",
        "PyTorch version: 2.3.0+cu121                          | PyTorch 2.3.0+cu121",
        "conversion of a version                               | ''"
      })
  void versions_are_read(String line, String expected) throws IOException {
    List<String> found = new ArrayList<>();
    Found into =
        new Found() {
          @Override
          public void add(Entry entry) {
            VersionSeen v = (VersionSeen) entry;
            found.add(v.product() + " " + v.version());
          }

          @Override
          public void warn(Place at, String message) {
            throw new AssertionError(message);
          }
        };
    new LineScanner(List.of(VersionReader::new))
        .scan("x", new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), into);

    assertThat(String.join(", ", found)).isEqualTo(expected);
  }
}
