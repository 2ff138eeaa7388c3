package io.busbar.tune.lint.rule;

import io.busbar.formats.env.EnvSource;
import io.busbar.nccl.variable.Variables;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule may look at besides its subject.
 *
 * @param source the file
 * @param settings everything it sets that concerns NCCL, in order
 * @param scopes what each process, container or command of it has
 * @param version the NCCL that will read it
 * @param variables all variables
 * @param cluster null when none was given
 */
public record Context(
    EnvSource source,
    List<Setting> settings,
    List<Settings> scopes,
    NcclVersion version,
    Variables variables,
    @Nullable Facts cluster) {
  public Context {
    settings = List.copyOf(settings);
    scopes = List.copyOf(scopes);
  }

  /** Whether the version is at least 2.{@code minor}. */
  public boolean atLeast(int minor) {
    return version.major() > 2 || version.minor() >= minor;
  }

  /** The first command line of a program. */
  public boolean anyCommand(String program) {
    return source.commands().stream().anyMatch(c -> c.runs(program));
  }
}
