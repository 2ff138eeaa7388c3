package io.busbar.app;

import io.busbar.app.call.Terminal;
import io.busbar.app.command.serve.ServeCommand;
import io.busbar.app.render.text.TextStyle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs typical calls once while the launcher records which classes they need, so that later starts
 * map them instead of loading them. Prints nothing. Every start maps all classes of its cache, so
 * that the server's are in a cache of their own.
 */
public final class Training {
  private static final List<String> CALLS =
      List.of(
          "plan --model llama3-70b --cluster dgx-h100:128 --tp 8 --pp 4",
          "plan --model llama3-8b --cluster dgx-h100:2 --tp 1 --pp 1 --format json",
          "plan --model llama3-8b --cluster dgx-h100:2 --format html",
          "plan --model llama3-8b --cluster dgx-h100:2 --tp 3",
          "design --gpus 1024 --node dgx-h100",
          "collective all_reduce --cluster dgx-h100:4 -b 8 -e 8G -f 2",
          "collective all_reduce --cluster dgx-h100:1 -e 1K --explain 1M --format json",
          "simulate incast --senders 8 --fabric fat-tree:4 --fidelity flow,packet",
          "tune --cluster dgx-h100:16",
          "catalog gpu h100-sxm",
          "catalog node dgx-h100 --hierarchy --format json",
          "schema plan",
          "nccl var NCCL_IB_HCA",
          "--help",
          "catalog --help",
          "catalog --no-such-option");

  /** First argument of a run for the cache of {@code busbar serve}, which has a server as well. */
  private static final String SERVE = "serve";

  private Training() {}

  public static void main(String[] args) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    TextStyle style = Terminal.ofProcess().style();
    for (String call : CALLS) {
      Main.run(new Terminal(OutputStream.nullOutputStream(), nowhere, style), call.split(" "));
    }
    boolean serve = args.length > 0 && args[0].equals(SERVE);
    if (serve) {
      ServeCommand.rehearse(Commands::create);
    }
    for (String file : List.of(args).subList(serve ? 1 : 0, args.length)) {
      Terminal quiet = new Terminal(OutputStream.nullOutputStream(), nowhere, style);
      Main.run(quiet, "tune", "--check", file);
      Main.run(quiet, "diagnose", file);
    }
  }
}
