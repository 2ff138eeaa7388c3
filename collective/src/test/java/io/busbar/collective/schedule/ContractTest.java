package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.api.CollectiveOp;
import org.junit.jupiter.api.Test;

class ContractTest {
  @Test
  void all_to_all_turns_what_is_for_me_into_what_i_have() {
    Contract contract = new Contract(CollectiveOp.ALL_TO_ALL, 4, 0, 4);
    assertThat(contract.inputBlock(2, 3)).isEqualTo(3);
    assertThat(contract.inputBlock(2, 4)).isEqualTo(Contract.NOTHING);
    assertThat(contract.outputBlock(3, 4 + 2)).isEqualTo(3);
    assertThat(contract.contributor(3, 4 + 2)).isEqualTo(2);
    assertThat(contract.outputBlock(3, 8)).isEqualTo(Contract.NOTHING);
  }

  @Test
  void only_the_root_of_a_reduction_wants_the_sum() {
    Contract contract = new Contract(CollectiveOp.REDUCE, 4, 1, 7);
    assertThat(contract.outputBlock(1, 6)).isEqualTo(6);
    assertThat(contract.contributor(1, 6)).isEqualTo(Contract.ALL);
    assertThat(contract.outputBlock(0, 6)).isEqualTo(Contract.NOTHING);
  }

  @Test
  void a_ring_of_messages_goes_to_the_next_rank() {
    Contract contract = new Contract(CollectiveOp.SEND_RECEIVE, 4, 0, 2);
    assertThat(contract.outputBlock(0, 3)).isEqualTo(1);
    assertThat(contract.contributor(0, 3)).isEqualTo(3);
    assertThat(contract.contributor(3, 3)).isEqualTo(2);
  }

  @Test
  void operations_with_a_block_per_rank_have_no_other_chunks() {
    assertThatThrownBy(() -> new Contract(CollectiveOp.ALL_GATHER, 4, 0, 7))
        .hasMessage("ALL_GATHER has blocks of equal parts for 4 ranks, not 7 chunks");
    assertThatThrownBy(() -> new Contract(CollectiveOp.REDUCE, 4, 4, 1))
        .hasMessage("ranks 4, root 4, chunks 1 do not go together");
  }
}
