package io.busbar.formats.msccl;

import java.util.List;

/**
 * A thread block ({@code tb}).
 *
 * @param send GPU that it sends to, or −1
 * @param receive GPU that it receives from, or −1
 */
public record MscclBlock(int id, int send, int receive, int channel, List<MscclStep> steps) {
  public MscclBlock {
    steps = List.copyOf(steps);
  }
}
