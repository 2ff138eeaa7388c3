package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Origin;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads variables of the communication libraries out of command lines, scripts and listings. */
public final class CommandReader implements LineReader {
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?<![A-Za-z0-9_{$])(?<![Rr]un with"
              + " )((?:N?CCL|RCCL|UCX|TORCH|FI|SHARP|OFI|CUDA|OMPI|RDMAV|HSA)_[A-Z0-9_]{1,60})"
              + "=(\"[^\"]*\"|'[^']*'|[^\\s\"']*)");
  private static final Pattern COMMAND =
      Pattern.compile(
          "(^|[\\s;&/])(mpirun|mpiexec|srun|torchrun|docker|podman|env|export|python3?)\\s|\\s-x\\s");

  private int command;
  private final Assignments others = new Assignments();
  private boolean continued;

  @Override
  public String kind() {
    return "command or environment";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "CCL_",
        "UCX_",
        "TORCH_",
        "FI_",
        "SHARP_",
        "OFI_",
        "CUDA_",
        "OMPI_",
        "RDMAV_",
        "HSA_",
        "mpirun",
        "mpiexec",
        "srun",
        "torchrun",
        "docker");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    boolean isCommand = continued || COMMAND.matcher(text).find();
    if (!continued) {
      command++;
    }
    continued = isCommand && text.stripTrailing().endsWith("\\");
    Matcher m = ASSIGNED.matcher(text);
    while (m.find()) {
      String value = m.group(2).replaceAll("^[\"']|[\"',;]$", "");
      found.add(
          new Setting(
              m.group(1), value, isCommand ? command : 0, Origin.UNKNOWN, line.place(m.start())));
    }
    boolean named =
        others.read(
            text,
            (name, value) -> found.add(new Setting(name, value, 0, Origin.UNKNOWN, line.place())));
    return continued || named;
  }
}
