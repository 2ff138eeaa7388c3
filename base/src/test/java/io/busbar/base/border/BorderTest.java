package io.busbar.base.border;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BorderTest {
  private static final double NIC = 50e9;

  @Test
  void all_ranks_of_a_block_share_its_links() {
    // 64 ranks behind 4:1 have the links of 16.
    assertThat(new Border(64, 4).seconds(BorderBytes.toOne(16e9), NIC)).isEqualTo(16e9 / 16 / NIC);
  }

  @Test
  void what_goes_to_one_block_has_the_links_of_the_pair_only() {
    Border border = new Border(64, 2, 8);
    assertThat(border.seconds(BorderBytes.toOne(8e9), NIC)).isEqualTo(8e9 / 8 / NIC);
    assertThat(border.pairIsBusier(BorderBytes.toOne(8e9))).isTrue();
    // Spread over eight others the pairs are no narrower than all links together.
    BorderBytes spread = new BorderBytes(8e9, 1e9);
    assertThat(border.seconds(spread, NIC)).isEqualTo(8e9 / 32 / NIC);
    assertThat(border.pairIsBusier(spread)).isFalse();
  }

  @Test
  void in_a_tree_no_pair_is_narrower() {
    assertThat(new Border(64, 4).pairIsBusier(BorderBytes.toOne(1))).isFalse();
  }

  @Test
  void one_rank_of_each_domain_keeps_the_oversubscription() {
    assertThat(new Border(64, 2, 8).perDomain(8)).isEqualTo(new Border(8, 2, 8));
    assertThat(new Border(4, 2).perDomain(8)).isEqualTo(new Border(1, 2));
  }

  @Test
  void refuses_what_cannot_be() {
    assertThatThrownBy(() -> new Border(0, 2)).hasMessageContaining("at least one rank");
    assertThatThrownBy(() -> new Border(1, 0.5)).hasMessageContaining("from 1");
    assertThatThrownBy(() -> new Border(1, 4, 2)).hasMessageContaining("no less");
    assertThatThrownBy(() -> new BorderBytes(1, 2)).hasMessageContaining("to one block");
  }
}
