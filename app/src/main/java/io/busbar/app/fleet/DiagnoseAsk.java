package io.busbar.app.fleet;

import java.util.List;

/**
 * What a fleet's files are to be looked at for.
 *
 * @param paths folders, of this machine or as URIs of other file systems
 * @param out folder of the results and of what is known of files that were read
 * @param layout what the levels of folders below a path are: {@code day}, {@code job}, {@code
 *     host}, {@code *}; a part is what lies below the last. Empty: a part is a folder that holds
 *     files and lies in none that does
 * @param inventory table of what hosts or ports have in common; empty for none
 * @param cluster of the catalogue that all parts ran on; empty when the files tell it
 */
public record DiagnoseAsk(
    List<String> paths, String out, List<String> layout, String inventory, String cluster) {
  public DiagnoseAsk {
    paths = List.copyOf(paths);
    layout = List.copyOf(layout);
  }
}
