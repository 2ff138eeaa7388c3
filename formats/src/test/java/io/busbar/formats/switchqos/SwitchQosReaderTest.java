package io.busbar.formats.switchqos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One small configuration for each vendor; all say the same of RoCE. */
class SwitchQosReaderTest {
  static final String SONIC =
      """
      {
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
        "DSCP_TO_TC_MAP": {"ROCE": {"0": "0", "26": "3"}, "OTHER": {"26": "5"}},
        "PORT_QOS_MAP": {
          "Ethernet0": {"dscp_to_tc_map": "ROCE", "pfc_enable": "3"},
          "Ethernet8": {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|ROCE]", "pfc_enable": "3"}
        },
        "QUEUE": {"Ethernet0|3-4": {"wred_profile": "LOSSLESS"}},
        "WRED_PROFILE": {"LOSSLESS": {"ecn": "ecn_all", "green_min_threshold": "1600000",
          "green_max_threshold": "6400000", "green_drop_probability": "20"}},
        "BUFFER_PROFILE": {"pg_lossless_400000_40m_profile": {"xoff": "184320"}},
        "PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "200"}}
      }
      """;
  static final String EOS =
      """
      hostname leaf1
      !
      qos map dscp 26 to traffic-class 3
      priority-flow-control pause watchdog default timeout 0.2
      interface Ethernet1/1
         qos trust dscp
         priority-flow-control on
         priority-flow-control priority 3 no-drop
         priority-flow-control priority 4 drop
         uc-tx-queue 3
            random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 6400 kbytes max-mark-probability 20
      """;
  static final String NVUE =
      """
      - set:
          system:
            hostname: leaf1
          qos:
            mapping:
              default-global:
                trust: l3
                dscp:
                  '26':
                    switch-priority: 3
            pfc:
              default-global:
                switch-priority:
                  '3': {}
                tx: enable
            congestion-control:
              default-global:
                traffic-class:
                  '3':
                    ecn: enable
                    min-threshold: 1600000
                    max-threshold: 6400000
                    probability: 20
      """;
  static final String NVUE_COMMANDS =
      """
      nv set system hostname leaf1
      nv set qos mapping default-global dscp 26 switch-priority 3
      nv set qos pfc default-global switch-priority 3
      nv set qos congestion-control default-global traffic-class 3 ecn enable
      nv set qos congestion-control default-global traffic-class 3 min-threshold 1600KB
      nv set qos congestion-control default-global traffic-class 3 max-threshold 6.4MB
      nv set qos congestion-control default-global traffic-class 3 probability 20
      """;
  static final String NEXUS =
      """
      hostname leaf1
      class-map type qos match-all ROCE
        match dscp 26
      policy-map type qos MARKS
        class ROCE
          set qos-group 3
      policy-map type network-qos LOSSLESS
        class type network-qos c-8q-nq3
          pause pfc-cos 3
          mtu 9216
      policy-map type queuing OUT
        class type queuing c-out-8q-q3
          random-detect minimum-threshold 1600 kbytes maximum-threshold 6400 kbytes drop-probability 20 weight 0 ecn
      interface Ethernet1/1
        priority-flow-control mode on
        priority-flow-control watch-dog-interval on
      """;

  private static SwitchQos only(String source, String text) {
    List<SwitchQos> found = SwitchQosReader.read(source, text);
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void all_vendors_say_the_same() {
    List<SwitchQos> all =
        List.of(
            only("config_db.json", SONIC),
            only("leaf1.cfg", EOS),
            only("startup.yaml", NVUE),
            only("leaf1.txt", NVUE_COMMANDS),
            only("running-config", NEXUS));
    assertThat(all.stream().map(SwitchQos::vendor))
        .containsExactly("SONiC", "Arista EOS", "Cumulus NVUE", "Cumulus NVUE", "Cisco NX-OS");
    for (SwitchQos one : all) {
      assertThat(one.system()).as(one.vendor()).isEqualTo("leaf1");
      assertThat(one.paused()).as(one.vendor()).isEqualTo(Set.of(3));
      assertThat(one.priority(26)).as(one.vendor()).isEqualTo(3);
      SwitchQos.Ecn ecn = one.ecn().stream().filter(e -> e.queue() == 3).findFirst().orElseThrow();
      assertThat(ecn.marks()).as(one.vendor()).isTrue();
      assertThat(ecn.minBytes()).as(one.vendor()).isEqualTo(1_600_000);
      assertThat(ecn.maxBytes()).as(one.vendor()).isEqualTo(6_400_000);
      assertThat(ecn.percent()).as(one.vendor()).isEqualTo(20);
    }
  }

  @Test
  void places_are_those_of_the_values() {
    SwitchQos sonic = only("config_db.json", SONIC);
    assertThat(sonic.place(26)).hasToString("config_db.json:3:47");
    assertThat(sonic.pfc().getFirst().ports()).isEqualTo("Ethernet0 and 1 more");
    assertThat(sonic.pfc().getFirst().at().line()).isEqualTo(5);
    assertThat(only("l.cfg", EOS).place(26).line()).isEqualTo(3);
    assertThat(only("n.cfg", NEXUS).place(26).line()).isEqualTo(6);
  }

  @Test
  void sonic_reads_the_database_and_its_headroom() {
    SwitchQos.Headroom room = only("config_db.json", SONIC).headroom().getFirst();
    assertThat(room.gigabits()).isEqualTo(400);
    assertThat(room.metres()).isEqualTo(40);
    SwitchQos flat =
        only(
            "db.json",
            "{\"PORT_QOS_MAP|Ethernet0\": {\"pfc_enable\": \"3,4\"}, \"PFC_WD|GLOBAL\": {}}");
    assertThat(flat.paused()).containsExactlyInAnyOrder(3, 4);
    assertThat(flat.watchdog()).isTrue();
  }

  @Test
  void a_map_leaves_out_of_it_what_goes_to_priority_0() {
    assertThat(only("config_db.json", SONIC).priority(46)).isZero();
    assertThat(only("leaf1.cfg", EOS).priority(46)).isEqualTo(5);
  }

  @Test
  void roce_of_nvue_stands_for_what_it_sets_up() {
    SwitchQos one = only("x.txt", "nv set qos roce enable on\n");
    assertThat(one.paused()).containsExactly(3);
    assertThat(one.ecn().getFirst().maxBytes()).isEqualTo(1_500_000);
    SwitchQos lossy = only("x.txt", "nv set qos roce mode lossy\n");
    assertThat(lossy.paused()).isEmpty();
  }

  @Test
  void several_switches_stand_in_one_file() {
    String two = EOS + EOS.replace("hostname leaf1", "hostname leaf2");
    assertThat(SwitchQosReader.read("all.cfg", two))
        .extracting(SwitchQos::system)
        .containsExactly("leaf1", "leaf2");
  }

  @Test
  void texts_of_other_things_hold_no_switch() {
    assertThat(SwitchQosReader.read("a.sh", "export NCCL_IB_TC=106\n")).isEmpty();
    assertThat(SwitchQosReader.read("a.yaml", "congestion-control: bbr\n")).isEmpty();
    assertThat(SwitchQosReader.read("a.json", "{\"PORT_QOS_MAP\": ")).isEmpty();
  }

  @Test
  void cut_and_changed_configurations_never_crash() {
    SplittableRandom random = new SplittableRandom(3);
    for (String good : List.of(SONIC, EOS, NVUE, NVUE_COMMANDS, NEXUS)) {
      for (int i = 0; i < 400; i++) {
        StringBuilder bad = new StringBuilder(good);
        for (int k = 0; k < 1 + i % 3; k++) {
          bad.setCharAt(random.nextInt(bad.length()), (char) (32 + random.nextInt(96)));
        }
        bad.setLength(i % 3 == 0 ? random.nextInt(bad.length()) : bad.length());
        SwitchQosReader.read("x", bad.toString())
            .forEach(one -> assertThat(one.paused()).allMatch(p -> p < 64));
      }
    }
  }

  /** What people keep of a session: prompts before commands, comments behind them. */
  @Test
  void a_session_is_read_as_the_file_that_it_makes() {
    String typed =
        """
        sw(config)# interface ethernet 12-16
        sw(config-if-Et12-16)# priority-flow-control on
        sw (config-if-et1) # priority-flow-control priority 3 no-drop   ! storage
        """;
    SwitchQos made = SwitchQosReader.read("sw.txt", typed).getFirst();
    assertThat(made.paused()).containsExactly(3);
    assertThat(made.pfc().getFirst().at().line()).isEqualTo(3);
    String nexus =
        """
        class-map type qos match-all ROCE
          match dscp 26       ! as the hosts mark
        policy-map type qos IN
          class ROCE
            set qos-group 3
        policy-map type network-qos NQ
          class type network-qos c-8q-nq3
            pause pfc-cos 3   ! lossless
        """;
    assertThat(SwitchQosReader.read("n9k.txt", nexus).getFirst().priority(26)).isEqualTo(3);
  }

  @Test
  void a_nexus_may_pause_by_class_instead_of_priority() {
    String text =
        """
        hostname tor1
        class-map type network-qos RDMA
          match qos-group 3
        policy-map type network-qos NQ
          class type network-qos RDMA
            pause no-drop
            mtu 2240
          class type network-qos c-8q-nq5
            pause no-drop
          class type network-qos unknown
            pause no-drop
          class type network-qos class-default
            mtu 9216
        """;
    SwitchQos made = SwitchQosReader.read("n5k.txt", text).getFirst();
    assertThat(made.paused()).containsExactly(3, 5);
    assertThat(made.pfc().getFirst().at().line()).isEqualTo(6);
  }
}
