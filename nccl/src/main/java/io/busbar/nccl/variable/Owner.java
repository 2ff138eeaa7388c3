package io.busbar.nccl.variable;

/** Who reads a variable. */
public enum Owner {
  NCCL("nccl", "NCCL"),
  SHARP_PLUGIN("sharp-plugin", "NCCL RDMA SHARP plugin"),
  SHARP("sharp", "SHARP library"),
  OFI("ofi", "AWS OFI plugin"),
  GIB("gib", "Google gIB and TCPXO plugins"),
  FASTSOCKET("fastsocket", "Google FastSocket plugin"),
  PYTORCH("pytorch", "PyTorch"),
  UCX("ucx", "UCX"),
  NCCL_TESTS("nccl-tests", "nccl-tests"),
  INSPECTOR("inspector", "NCCL inspector plugin"),
  EXAMPLE_PROFILER("example-profiler", "NCCL example profiler plugin"),
  EXAMPLE_TUNER("example-tuner", "NCCL example tuner plugin"),
  DOCA("doca", "DOCA GPUNetIO in NCCL"),
  CUDA("cuda", "CUDA"),
  /** Names of images and build systems, which no run reads. */
  BUILD("build", "builds and images"),
  /** Names that are often recommended and never existed. */
  NOBODY("nobody", "nobody");

  private final String id;
  private final String title;

  Owner(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** As the table writes it. */
  public String id() {
    return id;
  }

  /** In words. */
  public String title() {
    return title;
  }

  /** Whether it is NCCL itself or a part that comes with it, so that NCCL's version decides. */
  public boolean followsNccl() {
    return this == NCCL || this == DOCA || this == CUDA;
  }
}
