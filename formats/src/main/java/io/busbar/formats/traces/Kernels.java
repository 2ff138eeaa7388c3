package io.busbar.formats.traces;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells communication kernels from others by their names. Stateless. */
final class Kernels {
  private static final Pattern NCCL =
      Pattern.compile(
          "(?i)^(?:nccl|rccl)(?:Sym[a-z]*)?(?:Dev)?Kernel[s]?_?(?:Generic|([A-Za-z]+?)(?:_|\\(|$))");

  /** All-reduce kernels of inference engines, which use no NCCL. */
  private static final Pattern OWN =
      Pattern.compile("(?i)cross_device_reduce|multimem_all_reduce|(?:one|two)_?shot_?all_?reduce");

  /** Names that PyTorch gives to collectives, by those of NCCL's kernels. */
  private static final Map<String, String> TORCH =
      Map.of(
          "allreduce", "AllReduce",
          "allgather", "AllGather",
          "allgatherbase", "AllGather",
          "reducescatter", "ReduceScatter",
          "reducescatterbase", "ReduceScatter",
          "broadcast", "Broadcast",
          "alltoall", "AllToAll",
          "alltoallv", "AllToAll",
          "send", "SendRecv",
          "recv", "SendRecv");

  private Kernels() {}

  /**
   * The operation of a communication kernel; empty for other kernels.
   *
   * @param told what the trace says of the collective; may be empty
   */
  static String operation(String kernel, String told) {
    Matcher m = NCCL.matcher(kernel);
    if (m.find()) {
      return m.group(1) == null ? plain(told) : m.group(1);
    }
    return OWN.matcher(kernel).find() ? "AllReduce" : "";
  }

  private static String plain(String told) {
    String letters = told.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    return letters.isEmpty() ? "collective" : TORCH.getOrDefault(letters, told);
  }
}
