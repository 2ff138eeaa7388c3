package io.busbar.formats.versions;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads versions of NCCL, CUDA, driver, plugins, libraries, firmware and kernel from NCCL's logs,
 * {@code nvidia-smi}, {@code ibstat}, {@code ibv_devinfo}, {@code ofed_info}, {@code fi_info},
 * {@code ucx_info}, fabric manager and kernel.
 */
public final class VersionReader implements LineReader {
  private record Form(String product, String keyword, Pattern pattern) {
    Form(String product, String keyword, String pattern) {
      this(product, keyword, Pattern.compile(pattern));
    }
  }

  private static final String DOTTED = "(\\d+(?:\\.\\d+){1,4})";
  private static final List<Form> FORMS =
      List.of(
          new Form("NCCL", "NCCL version ", "\\bNCCL version (\\d+\\.\\d+\\.\\d+)"),
          new Form("RCCL", "RCCL version", "RCCL version\\s*:?\\s*(\\d+\\.\\d+\\.\\d+)"),
          new Form("CUDA of NCCL", "+cuda", "NCCL version \\S+\\+cuda" + DOTTED),
          new Form("CUDA driver interface", "cudaDriverVersion ", "cudaDriverVersion (\\d{4,6})"),
          new Form("NVIDIA driver", "Driver Version", "Driver Version\\s*: ?" + DOTTED),
          new Form("NVIDIA driver", "NVRM version", "NVRM version: .*? " + DOTTED + "\\b"),
          new Form("CUDA", "CUDA Version", "CUDA Version\\s*: ?" + DOTTED),
          new Form(
              "OFI plugin", "aws-ofi-nccl", "Initializing aws-ofi-nccl (\\d[\\w.-]*|GitHub\\S*)"),
          new Form("libfabric", "ibfabric", "[Ll]ibfabric(?: version|:) ?" + DOTTED),
          new Form("OFED", "OFED", "\\b(?:MLNX_OFED_LINUX|OFED-internal)-(\\d[\\d.-]+\\d)"),
          new Form("NIC firmware", "irmware", "[Ff]irmware[ -][Vv]ersion: ?" + DOTTED),
          new Form("NIC firmware", "fw_ver", "fw_ver:\\s*" + DOTTED),
          new Form("kernel", "Linux version ", "Linux version (\\d\\S+)"),
          new Form("UCX", "Library version", "# Library version: " + DOTTED),
          new Form("UCX", "UCX version", "UCX version " + DOTTED),
          new Form("fabric manager", "Fabric Manager", "Fabric Manager version \\D{0,4}" + DOTTED),
          new Form("nccl-tests", "nccl-tests version", "nccl-tests version " + DOTTED),
          new Form("ROCm", "ROCm version", "ROCm version\\s*:?\\s*" + DOTTED),
          new Form("PyTorch", "PyTorch version", "PyTorch version: ?(\\d[\\w.+]+)"),
          new Form("PyTorch", "torch==", "\\btorch==(\\d[\\w.+]+)"));

  @Override
  public String kind() {
    return "versions";
  }

  @Override
  public List<String> keywords() {
    return FORMS.stream().map(Form::keyword).distinct().toList();
  }

  /** Every rank of a large job prints the same versions. */
  @Override
  public int enough() {
    return 500;
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    for (Form form : FORMS) {
      if (text.contains(form.keyword())) {
        Matcher m = form.pattern().matcher(text);
        if (m.find()) {
          found.add(new VersionSeen(form.product(), m.group(1), line.place(m.start())));
        }
      }
    }
    return false;
  }
}
