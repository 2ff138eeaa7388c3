package io.busbar.formats.msccl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm of MSCCL.
 *
 * @param protocol {@code Simple}, {@code LL} or {@code LL128}
 * @param channels as the file says
 * @param chunksPerLoop chunks of the buffer whose bytes count
 * @param collective {@code allreduce}, {@code allgather}, {@code reduce_scatter}, {@code alltoall},
 *     {@code broadcast}, {@code reduce} or {@code custom}
 * @param inPlace whether input and output are one buffer
 * @param minBytes least size for which it is meant; null where the file does not say
 * @param maxBytes largest size; null where the file does not say
 * @param gpus by their ids
 */
public record MscclFile(
    String name,
    String protocol,
    int channels,
    int chunksPerLoop,
    String collective,
    boolean inPlace,
    @Nullable Long minBytes,
    @Nullable Long maxBytes,
    List<MscclGpu> gpus) {
  public MscclFile {
    gpus = List.copyOf(gpus);
  }
}
