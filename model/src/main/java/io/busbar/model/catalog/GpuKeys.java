package io.busbar.model.catalog;

import static io.busbar.formats.shape.Key.optional;

import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Type;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.Generation;
import java.util.List;

/** The figures that a GPU of the catalogue may have. Bandwidths are per direction. Constants. */
public final class GpuKeys {
  public static final Key<String> VENDOR = optional("vendor", Type.text(), "maker");
  public static final Key<Generation> GENERATION =
      optional("generation", Type.oneOf(Generation.class), "architecture");
  public static final Key<Double> MEMORY =
      optional("memory", Measures.SIZE, "device memory as the vendor states it");
  public static final Key<Double> VISIBLE_MEMORY =
      optional("visible_memory", Measures.SIZE, "device memory that software can see");
  public static final Key<String> MEMORY_KIND =
      optional("memory_kind", Type.text(), "kind of device memory");
  public static final Key<Double> MEMORY_RATE =
      optional("memory_rate", Measures.BANDWIDTH, "peak rate of the device memory");
  public static final Key<Double> BF16_RATE =
      optional("bf16_rate", Measures.COMPUTE, "peak dense BF16/FP16 tensor rate");
  public static final Key<Double> FP8_RATE =
      optional("fp8_rate", Measures.COMPUTE, "peak dense FP8 tensor rate");
  public static final Key<Double> FP4_RATE =
      optional("fp4_rate", Measures.COMPUTE, "peak dense FP4 tensor rate");
  public static final Key<Double> MATMUL_BF16_RATE =
      optional("matmul_bf16_rate", Measures.COMPUTE, "best BF16 matrix multiplication, measured");
  public static final Key<Double> MATMUL_FP8_RATE =
      optional("matmul_fp8_rate", Measures.COMPUTE, "best FP8 matrix multiplication, measured");
  public static final Key<String> MATMUL_LIKE =
      optional(
          "matmul_like",
          Type.text(),
          "GPU whose measured share of the peak stands in where none was measured");
  public static final Key<Integer> STREAMING_MULTIPROCESSORS =
      optional("streaming_multiprocessors", Measures.COUNT, "compute units (SM, CU, tensor core)");
  public static final Key<Double> CLOCK = optional("clock", Measures.CLOCK, "boost clock");
  public static final Key<Integer> EXPONENTIALS_PER_CLOCK =
      optional(
          "exponentials_per_clock",
          Measures.COUNT,
          "exponentials that one SM computes in a clock cycle (softmax of attention)");
  public static final Key<Double> REGISTERS_PER_SM =
      optional("registers_per_sm", Measures.SIZE, "register file of one SM");
  public static final Key<Double> SHARED_MEMORY_PER_SM =
      optional("shared_memory_per_sm", Measures.SIZE, "most shared memory of one SM");
  public static final Key<Integer> SHARED_MEMORY_BYTES_PER_CLOCK =
      optional(
          "shared_memory_bytes_per_clock",
          Measures.COUNT,
          "bytes that one SM reads from shared memory in a clock cycle");
  public static final Key<Range> SHARED_MEMORY_LATENCY =
      optional("shared_memory_latency", Measures.CYCLES, "latency of shared memory");
  public static final Key<Range> MEMORY_LATENCY =
      optional("memory_latency", Measures.CYCLES, "latency of device memory");
  public static final Key<String> SCALE_UP_LINK =
      optional("scale_up_link", Type.text(), "kind of scale-up link");
  public static final Key<Double> SCALE_UP_RATE =
      optional("scale_up_rate", Measures.BANDWIDTH, "all scale-up links together");
  public static final Key<Integer> SCALE_UP_LINKS =
      optional("scale_up_links", Measures.COUNT, "number of scale-up links");
  public static final Key<Double> SCALE_UP_LINK_RATE =
      optional("scale_up_link_rate", Measures.BANDWIDTH, "one scale-up link");
  public static final Key<Double> SCALE_UP_RAW_LINK_RATE =
      optional("scale_up_raw_link_rate", Measures.BANDWIDTH, "one link before encoding");
  public static final Key<Double> COHERENT_RATE =
      optional("coherent_rate", Measures.BANDWIDTH, "coherent link to the host processor");
  public static final Key<Double> REDUCE_RATE =
      optional(
          "reduce_rate",
          Measures.BANDWIDTH,
          "bytes of received data that a rank adds up, beyond moving them");
  public static final Key<String> PCIE = optional("pcie", Type.text(), "PCI Express connection");
  public static final Key<Double> HOST_RATE =
      optional("host_rate", Measures.BANDWIDTH, "path to the host, effective");
  public static final Key<Range> TDP = optional("tdp", Measures.POWER, "thermal design power");
  public static final Key<Double> MEASURED_PEER_RATE =
      optional("measured_peer_rate", Measures.BANDWIDTH, "copy between two GPUs, measured");
  public static final Key<Double> MEASURED_HOST_RATE =
      optional("measured_host_rate", Measures.BANDWIDTH, "copy from the host, measured");

  static final List<Key<?>> ALL =
      List.of(
          VENDOR,
          GENERATION,
          MEMORY,
          VISIBLE_MEMORY,
          MEMORY_KIND,
          MEMORY_RATE,
          BF16_RATE,
          FP8_RATE,
          FP4_RATE,
          MATMUL_BF16_RATE,
          MATMUL_FP8_RATE,
          MATMUL_LIKE,
          STREAMING_MULTIPROCESSORS,
          CLOCK,
          EXPONENTIALS_PER_CLOCK,
          REGISTERS_PER_SM,
          SHARED_MEMORY_PER_SM,
          SHARED_MEMORY_BYTES_PER_CLOCK,
          SHARED_MEMORY_LATENCY,
          MEMORY_LATENCY,
          SCALE_UP_LINK,
          SCALE_UP_RATE,
          SCALE_UP_LINKS,
          SCALE_UP_LINK_RATE,
          SCALE_UP_RAW_LINK_RATE,
          COHERENT_RATE,
          REDUCE_RATE,
          PCIE,
          HOST_RATE,
          TDP,
          MEASURED_PEER_RATE,
          MEASURED_HOST_RATE);

  private GpuKeys() {}
}
