package io.busbar.diagnose.check;

import io.busbar.base.report.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What numbers and names of other people's interfaces mean: Xid, SXid, CUDA, errno, work
 * completions and events of verbs, results of NCCL. From the tables {@code decode/*.tsv}, which
 * name their sources. Stateless.
 */
public final class Decode {
  private static final Map<String, List<String>> XIDS = byFirst("xid");
  private static final Map<String, List<String>> SXIDS = byFirst("sxid");
  private static final Map<String, List<String>> ERRNOS = byFirst("errno");
  private static final Map<String, List<String>> COMPLETIONS = byFirst("work-completion");
  private static final List<List<String>> EVENTS = table("async-event");
  private static final List<List<String>> CUDA = table("cuda");
  private static final Map<String, List<String>> DCGM = byFirst("dcgm");
  private static final List<List<String>> RESULTS = table("nccl-result");
  private static final List<List<String>> PARTS = table("nccl-files");
  private static final List<List<String>> CUDA_LIBRARIES = table("cuda-libraries");

  /** Words of drivers beside the names that verbs has for them. */
  private static final Map<String, String> SHORT =
      Map.of(
          "local_length_err", "loc_len_err",
          "local_qp_operation_err", "loc_qp_op_err",
          "local_protection_err", "loc_prot_err",
          "memory_bind_err", "mw_bind_err",
          "remote_access_err", "rem_access_err",
          "remote_invalid_request_err", "rem_inv_req_err",
          "remote_operation_err", "rem_op_err",
          "transport_retry_counter_exceeded_err", "retry_exc_err",
          "rnr_retry_counter_exceeded_err", "rnr_retry_exc_err");

  private Decode() {}

  /**
   * An Xid of the catalogue.
   *
   * @param name in the catalogue
   * @param action what it advises
   * @param code the finding it belongs to
   */
  public record Xid(
      long number, String name, String meaning, String action, String code, Severity severity) {}

  /**
   * An error of CUDA.
   *
   * @param number 0 when only known by name
   * @param code the finding it belongs to
   */
  public record CudaError(int number, String text, String meaning, String code) {}

  /**
   * An error of DCGM's health checks and diagnostics.
   *
   * @param code the finding it belongs to
   */
  public record DcgmError(String name, String meaning, String code, Severity severity) {}

  private static List<List<String>> table(String name) {
    return KnowledgeTable.rows("decode/" + name + ".tsv");
  }

  private static Map<String, List<String>> byFirst(String name) {
    Map<String, List<String>> rows = new HashMap<>();
    table(name).forEach(row -> rows.putIfAbsent(row.getFirst(), row));
    return rows;
  }

  /**
   * The catalogue's row of an Xid; a number that it does not list belongs to the driver's messages.
   */
  public static Xid xid(long number) {
    List<String> row = XIDS.get(Long.toString(number));
    if (row == null) {
      return new Xid(
          number,
          "",
          "not in the public catalogue",
          "look it up in the notes of the driver's version",
          "gpu-driver-message",
          Severity.WARNING);
    }
    return new Xid(
        number,
        row.get(1),
        row.get(2),
        row.get(3),
        row.get(4),
        Severity.valueOf(row.get(5).toUpperCase(Locale.ROOT)));
  }

  /** Name of an SXid and whether it is fatal ({@code no}, {@code maybe}, {@code always}). */
  public static Optional<List<String>> sxid(String number) {
    return Optional.ofNullable(SXIDS.get(number)).map(row -> row.subList(1, 3));
  }

  /**
   * {@code ECONNREFUSED (111): connection refused}; empty text for a number that does not exist.
   */
  public static String errno(String number) {
    List<String> row = ERRNOS.get(number);
    return row == null ? "" : row.get(1) + " (" + number + "): " + row.get(2);
  }

  /** An error of DCGM by its name; one that is not listed belongs to failed diagnostics. */
  public static DcgmError dcgm(String name) {
    List<String> row = DCGM.get(name);
    return row == null
        ? new DcgmError(name, "not in the public list", "gpu-diagnostic-failed", Severity.WARNING)
        : new DcgmError(
            name, row.get(1), row.get(2), Severity.valueOf(row.get(3).toUpperCase(Locale.ROOT)));
  }

  /**
   * What a status means that the kernel prints in words, {@code local length error}; the words
   * themselves when they are no status.
   */
  public static String completionText(String words) {
    String name = words.strip().replaceAll("[ -]", "_").replace("_error", "_err");
    for (List<String> row : COMPLETIONS.values()) {
      String own = row.get(1).replaceFirst("^IBV_WC_", "");
      if (own.equals(SHORT.getOrDefault(name, name).toUpperCase(Locale.ROOT))) {
        return words.strip() + ": " + row.get(2);
      }
    }
    return words.strip();
  }

  /** What the status of a work completion means; empty text for a number that does not exist. */
  public static String completion(String number) {
    List<String> row = COMPLETIONS.get(number);
    return row == null ? "" : row.get(1) + " (" + number + "): " + row.get(2);
  }

  /**
   * What a status of a work completion or an event of verbs means, by its name; else empty text.
   */
  public static String verbsName(String name) {
    for (List<String> row : COMPLETIONS.values()) {
      if (row.get(1).equals(name)) {
        return row.get(2);
      }
    }
    return EVENTS.stream()
        .filter(row -> row.get(1).equals(name))
        .map(row -> row.get(2))
        .findFirst()
        .orElse("");
  }

  /**
   * An error of CUDA by its number, or by a text that holds what CUDA prints of it, or by its name.
   */
  public static Optional<CudaError> cuda(String number, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    String name = lower.replace("_", "");
    for (List<String> row : CUDA) {
      String own = row.get(2).toLowerCase(Locale.ROOT);
      boolean fits =
          row.getFirst().equals(number)
              || lower.contains(row.get(1).toLowerCase(Locale.ROOT))
              || name.equals("cudaerror" + own);
      if (fits) {
        return Optional.of(
            new CudaError(Integer.parseInt(row.getFirst()), row.get(1), row.get(3), row.get(4)));
      }
    }
    return Optional.empty();
  }

  /**
   * What a result of NCCL means, by its name or the text that frameworks print; else empty text.
   */
  public static String ncclResult(String text) {
    return RESULTS.stream()
        .filter(row -> text.contains(row.get(1)) || text.contains(row.get(2)))
        .map(row -> row.get(1) + ": " + row.get(3))
        .findFirst()
        .orElse("");
  }

  /**
   * What a status of a CUDA or ROCm library means, {@code CUBLAS_STATUS_ALLOC_FAILED}; empty text
   * for one that is not listed.
   */
  public static String cudaLibrary(String status) {
    String upper = status.toUpperCase(Locale.ROOT);
    int at = upper.indexOf("_STATUS_");
    String own = at < 0 ? upper : upper.substring(at + "_STATUS_".length());
    return CUDA_LIBRARIES.stream()
        .filter(row -> own.equals(row.getFirst()))
        .map(row -> row.get(1))
        .findFirst()
        .orElse("");
  }

  /** The part of NCCL that a source file belongs to; empty text when unknown. */
  public static String ncclPart(String file) {
    for (List<String> row : PARTS) {
      for (String word : row.get(2).split(" ")) {
        if (file.contains(word)) {
          return row.get(1);
        }
      }
    }
    return "";
  }
}
