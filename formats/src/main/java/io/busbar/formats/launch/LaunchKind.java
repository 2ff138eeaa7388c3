package io.busbar.formats.launch;

/** What a file is that a training is started with. */
public enum LaunchKind {
  /** A shell or SLURM script with the command line of a framework. */
  SCRIPT("launch script"),
  /** DeepSpeed's JSON. */
  DEEPSPEED("DeepSpeed configuration"),
  /** Arguments of Hugging Face's Trainer as JSON or YAML, as its many descendants write them. */
  TRAINER("Hugging Face training arguments"),
  /** torchtitan's TOML. */
  TORCHTITAN("torchtitan configuration"),
  /** Megatron's names in YAML: Megatron-Bridge, NeMo, Primus. */
  MEGATRON_YAML("Megatron configuration in YAML"),
  /** {@code accelerate config}'s YAML. */
  ACCELERATE("accelerate configuration"),
  /** A recipe in Python. */
  RECIPE("recipe in Python"),
  /** A program in Python that wraps its model with PyTorch's FSDP, FSDP2 or DDP. */
  TORCH("program for PyTorch");

  private final String words;

  LaunchKind(String words) {
    this.words = words;
  }

  /** What a message calls it. */
  public String words() {
    return words;
  }
}
