package io.busbar.formats.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickleReaderTest {
  /** What CPython's pickle.dumps gives for {@link #VALUE}, by protocol from 0. */
  private static final List<String> DUMPS =
      List.of(
          "286470300a5672616e6b0a70310a49330a7356656e74726965730a70320a286c70330a286470340a"
              + "5670670a70350a2856300a70360a5664700a70370a7470380a73567365710a70390a493330300a73"
              + "567032700a7031300a4930300a736173566269670a7031310a4c3131383035393136323037313734"
              + "31313330333432344c0a73566e65670a7031320a492d370a7356660a7031330a46312e350a73566e"
              + "6f6e650a7031340a4e732e",
          "7d710028580400000072616e6b71014b035807000000656e747269657371025d71037d7104285802"
              + "00000070677105285801000000307106580200000064707107747108580300000073657171094d2c"
              + "015803000000703270710a4930300a75615803000000626967710b4c313138303539313632303731"
              + "373431313330333432344c0a58030000006e6567710c4af9ffffff580100000066710d473ff80000"
              + "0000000058040000006e6f6e65710e4e752e",
          "80027d710028580400000072616e6b71014b035807000000656e747269657371025d71037d710428"
              + "5802000000706771055801000000307106580200000064707107867108580300000073657171094d"
              + "2c015803000000703270710a8975615803000000626967710b8a0900000000000000004058030000"
              + "006e6567710c4af9ffffff580100000066710d473ff800000000000058040000006e6f6e65710e4e"
              + "752e",
          "80037d710028580400000072616e6b71014b035807000000656e747269657371025d71037d710428"
              + "5802000000706771055801000000307106580200000064707107867108580300000073657171094d"
              + "2c015803000000703270710a8975615803000000626967710b8a0900000000000000004058030000"
              + "006e6567710c4af9ffffff580100000066710d473ff800000000000058040000006e6f6e65710e4e"
              + "752e",
          "80049570000000000000007d94288c0472616e6b944b038c07656e7472696573945d947d94288c02"
              + "7067948c0130948c0264709486948c03736571944d2c018c03703270948975618c03626967948a09"
              + "0000000000000000408c036e6567944af9ffffff8c016694473ff80000000000008c046e6f6e6594"
              + "4e752e",
          "80059570000000000000007d94288c0472616e6b944b038c07656e7472696573945d947d94288c02"
              + "7067948c0130948c0264709486948c03736571944d2c018c03703270948975618c03626967948a09"
              + "0000000000000000408c036e6567944af9ffffff8c016694473ff80000000000008c046e6f6e6594"
              + "4e752e");

  private static final Map<String, Object> VALUE =
      Map.of(
          "rank",
          3L,
          "entries",
          List.of(Map.of("pg", List.of("0", "dp"), "seq", 300L, "p2p", false)),
          "big",
          "1180591620717411303424",
          "neg",
          -7L,
          "f",
          1.5);

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void every_protocol_gives_the_same_values() throws PickleException {
    for (String dump : DUMPS) {
      Object read = PickleReader.read(bytes(dump));
      assertThat(((Map<?, ?>) read).get("none")).isNull();
      ((Map<?, ?>) read).remove("none");
      assertThat(read).isEqualTo(VALUE);
    }
  }

  @Test
  void lists_that_torch_types_are_lists() throws PickleException {
    assertThat(
            PickleReader.read(
                ascii("\u0080\u0002ctorch.jit._pickle\nbuild_intlist\n](K\u0001K\u0002e\u0085R.")))
        .isEqualTo(List.of(1L, 2L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0080\u0002cos\nsystem\n(X\u0002\u0000\u0000\u0000idtR.",
        "\u0080\u0004\u008c\u0002os\u008c\u0006system\u0093\u008c\u0002id\u0085R.",
        "(S'id'\nios\nsystem\n.",
        "\u0080\u0002c__builtin__\nset\n](K\u0001e\u0085R.",
        "\u0080\u0002ccollections\nOrderedDict\n)\u0081.",
        "\u0080\u0002}}b.",
        "\u0080\u0002\u0082\u0001.",
        "\u0080\u0002P1\n.",
        "\u0080\u0002cos\nsystem\n."
      })
  void what_would_run_or_build_something_is_refused(String pickle) {
    assertThatThrownBy(() -> PickleReader.read(ascii(pickle))).isInstanceOf(PickleException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "\u0080\u0009N.",
        "X\u00ff\u00ff\u00ff\u00ffa.",
        "T\u00ff\u00ff\u00ff\u00ffa.",
        "\u008b\u00ff\u00ff\u00ff\u007f.",
        "h\u0001.",
        "e.",
        "(K\u0001s.",
        "K\u0001K\u0002a.",
        "(t0.",
        "Iabc\n.",
        "F--\n.",
        "Nq"
      })
  void a_malformed_pickle_is_an_error_and_nothing_else(String pickle) {
    assertThatThrownBy(() -> PickleReader.read(ascii(pickle))).isInstanceOf(PickleException.class);
  }

  /** Whoever walks through the values must come to an end, and not by an overflow. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "]q\u0000h\u0000a.",
        "]q\u0000]q\u0001h\u0000ah\u0001a.",
        "}q\u0000K\u0001h\u0000s."
      })
  void a_value_that_holds_itself_is_refused(String pickle) {
    assertThatThrownBy(() -> PickleReader.read(ascii(pickle)))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("holds itself");
  }

  /** A name made of two lists that hold each other was written out for ever. */
  @Test
  void a_name_of_lists_that_hold_each_other_is_refused() {
    assertThatThrownBy(() ->
            PickleReader.read(ascii("\u0080\u0004]q\u0000]q\u0001h\u0000aah\u0000h\u0001\u0093.")))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("no text");
  }

  /** Each list holds the one before it twice: thirty of them unfold to a thousand million. */
  private static String doubled(int times) {
    StringBuilder pickle = new StringBuilder("\u0080\u0004]q\u0000");
    for (int i = 0; i < times; i++) {
      pickle.append("](h\u0000h\u0000eq\u0000");
    }
    return pickle.toString();
  }

  @Test
  void a_name_of_doubled_lists_is_refused() {
    assertThatThrownBy(() -> PickleReader.read(ascii(doubled(40) + "h\u0000\u0093.")))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("no text");
  }

  @Test
  void doubled_lists_are_refused() {
    assertThatThrownBy(() -> PickleReader.read(ascii(doubled(30) + ".")))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("unfold");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ")K\u0001a.", // append to a tuple
        "\u008fK\u0001a.", // append to a set
        "](K\u0001\u0090.", // add to a list
        ")(K\u0001e.", // extend a tuple
        "]K\u0001K\u0002s.", // a pair into a list
        "}K\u0001a.", // append to a dict
        "K\u0001(K\u0002u.", // pairs into a number
        "ctorch.jit._pickle\nbuild_intlist\n](K\u0001eR.", // arguments in a list
        "\u008c\u0002osK\u0001\u0093.", // a name that is a number
        "(\u0085.", // a mark in a tuple
        "((K\u0001s."
      })
  void codes_take_the_types_they_are_defined_for(String pickle) {
    assertThatThrownBy(() -> PickleReader.read(ascii("\u0080\u0004" + pickle)))
        .isInstanceOf(PickleException.class);
  }

  @Test
  void nesting_is_bounded() {
    String deep = "]".repeat(Machine.MAX_DEPTH + 2) + "a".repeat(Machine.MAX_DEPTH + 1) + ".";
    assertThatThrownBy(() -> PickleReader.read(ascii(deep)))
        .isInstanceOf(PickleException.class)
        .hasMessageContaining("deeper");
  }

  @Test
  void a_text_of_too_many_bytes_is_refused() {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.writeBytes(bytes("58010040" + "00"));
    pickle.writeBytes(new byte[Input.MAX_TEXT + 1]);
    pickle.write('.');
    assertThatThrownBy(() -> PickleReader.read(pickle.toByteArray()))
        .hasMessageContaining("a text of 4194305 bytes");
  }

  @Test
  void values_that_take_too_much_memory_are_refused() {
    Machine machine = new Machine(new Input(new byte[0]));
    assertThatThrownBy(() -> machine.spend(Machine.MAX_BYTES + 1))
        .hasMessageContaining("take more than 512 MiB");
  }

  @Test
  void a_far_memo_slot_takes_no_memory() {
    assertThatThrownBy(() -> PickleReader.read(ascii("]r\u00ff\u00ff\u00ff\u007f.")))
        .hasMessageContaining("more values");
  }

  @Test
  void a_pickle_of_too_many_values_is_refused() {
    byte[] nones = new byte[Machine.MAX_VALUES + 10];
    Arrays.fill(nones, (byte) 'N');

    assertThatThrownBy(() -> PickleReader.read(nones)).hasMessageContaining("more values");
  }

  @Test
  void cut_or_changed_bytes_do_no_harm() {
    Random random = new Random(7);
    for (String dump : DUMPS) {
      byte[] whole = bytes(dump);
      for (int length = 0; length < whole.length; length++) {
        tried(Arrays.copyOf(whole, length));
      }
      for (int i = 0; i < 3000; i++) {
        byte[] changed = whole.clone();
        for (int k = 0; k < 1 + i % 4; k++) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        tried(changed);
      }
    }
  }

  private static void tried(byte[] bytes) {
    try {
      PickleReader.read(bytes);
    } catch (PickleException e) {
      assertThat(e).hasMessageContaining("byte");
    }
  }

  @Test
  void long_texts_and_bytes_are_read() throws PickleException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii("\u0080\u0004\u008d"));
    out.writeBytes(new byte[] {0, 1, 0, 0, 0, 0, 0, 0});
    out.writeBytes(ascii("a".repeat(256) + "."));

    assertThat(PickleReader.read(out.toByteArray())).isEqualTo("a".repeat(256));
  }
}
