package io.busbar.formats.ncclxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.ncclxml.NcclXmlReader.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NcclXmlReaderTest {
  private static final String SMALL =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- a -- b --->
      <system version="1">
        <cpu numaid="0" new_attribute='"kept"'>
          <pci busid="0000:01:00.0"/> <!-- GPU -->
          <strange x="&lt;&amp;&quot;"/>
        </cpu>
      </system>
      """;

  private static Document read(String text) {
    return NcclXmlReader.parse("topo.xml", text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Problem> problemsOf(String text) {
    InputException e = catchThrowableOfType(InputException.class, () -> read(text));
    assertThat(e).as(text).isNotNull();
    return e.problems();
  }

  @Test
  void everything_that_is_written_is_kept_with_its_place() {
    Document document = read(SMALL);

    assertThat(document.whole()).isTrue();
    assertThat(document.warnings()).isEmpty();
    Element cpu = document.roots().getFirst().children("cpu").getFirst();
    assertThat(cpu.at()).isEqualTo(new Position("topo.xml", 4, 3));
    assertThat(cpu.text("new_attribute")).isEqualTo("\"kept\"");
    assertThat(cpu.children()).extracting(Element::name).containsExactly("pci", "strange");
    assertThat(cpu.children().get(1).text("x")).isEqualTo("<&\"");
    assertThat(cpu.children().get(1).at()).isEqualTo(new Position("topo.xml", 6, 5));
  }

  @Test
  void what_the_writer_writes_reads_back_as_the_same() {
    Element root = read(SMALL).roots().getFirst();
    String written = NcclXmlWriter.write(root, List.of("made -- here"));

    Element again = read(written).roots().getFirst();
    assertThat(plain(again)).isEqualTo(plain(root));
    assertThat(NcclXmlWriter.write(again, List.of("made - here"))).isEqualTo(written);
  }

  private static Element plain(Element element) {
    List<Element> children = element.children().stream().map(NcclXmlReaderTest::plain).toList();
    return new Element(element.name(), element.attributes(), children, Position.of(""));
  }

  @Test
  void entities_that_expand_are_refused_before_they_do() {
    String laughs =
        """
        <!DOCTYPE lolz [
          <!ENTITY lol "lol">
          <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
        ]>
        <system version="&lol2;"/>
        """;

    assertThat(problemsOf(laughs).getFirst().hint()).contains("entities");
    assertThat(problemsOf(laughs).getFirst().at()).isEqualTo(new Position("topo.xml", 1, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE foo SYSTEM \"http://example.com/x.dtd\"><system/>",
        "<!DOCTYPE foo [<!ENTITY xxe SYSTEM \"file:///etc/passwd\">]><system>&xxe;</system>",
        "<system version=\"&xxe;\"/>",
        "<system version=\"&#65;\"/>",
        "<system version=\"&verylongentityname;\"/>",
        "<system><![CDATA[x]]></system>",
      })
  void nothing_from_outside_is_read(String text) {
    assertThat(problemsOf(text)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   \n",
        "<",
        "<system",
        "<system version",
        "<system version=",
        "<system version=1>",
        "<system version=\"1",
        "<system version=\"1\" <cpu/>",
        "<system version=\"<\"/>",
        "<system/",
        "<>",
        "</",
        "<!-- never ends",
        "<?xml version=\"1.0\"",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><system/>",
        "plain text",
      })
  void what_cannot_be_read_is_a_problem_with_a_place(String text) {
    assertThat(problemsOf(text)).isNotEmpty();
  }

  @Test
  void ten_thousand_elements_in_each_other_are_refused() {
    String deep = "<pci>".repeat(10_000);

    assertThat(problemsOf(deep).getFirst().expected()).contains("64 elements in each other");
  }

  @Test
  void limits_of_nccl_hold() {
    String children = "<cpu>" + "<pci/>".repeat(641) + "</cpu>";
    assertThat(problemsOf(children).getFirst().expected()).contains("640");
    StringBuilder attributes = new StringBuilder("<cpu");
    for (int i = 0; i < 18; i++) {
      attributes.append(" a").append(i).append("=\"1\"");
    }
    assertThat(problemsOf(attributes + "/>")).hasSize(2).first().asString().contains("cpu.a16");
    assertThat(read("<cpu a=\"" + "x".repeat(255) + "\"/>").roots()).hasSize(1);
    assertThat(problemsOf("<cpu a=\"" + "x".repeat(256) + "\"/>").getFirst().toString())
        .contains("256 characters", "at most 255");
  }

  @Test
  void a_huge_value_is_counted_and_not_held() {
    String huge = "<cpu a=\"" + "x".repeat(5_000_000) + "\" b=\"1\"/>";

    assertThat(problemsOf(huge)).hasSize(1).first().asString().contains("5000000 characters");
  }

  @Test
  void a_file_of_another_encoding_says_so() {
    byte[] utf16 = "<system version=\"1\"/>".getBytes(StandardCharsets.UTF_16);
    assertThatThrownBy(() -> NcclXmlReader.parse("x", utf16)).hasMessageContaining("UTF-16");
    byte[] wide = "<system version=\"1\"/>".getBytes(StandardCharsets.UTF_16LE);
    assertThatThrownBy(() -> NcclXmlReader.parse("x", wide)).hasMessageContaining("zero");
    byte[] latin = "<system name=\"\u00e9\"/>".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> NcclXmlReader.parse("x", latin)).hasMessageContaining("UTF-8");
    byte[] marked = "\uFEFF<system/>".getBytes(StandardCharsets.UTF_8);
    assertThat(NcclXmlReader.parse("x", marked).roots()).hasSize(1);
  }

  @Test
  void a_piece_of_a_file_is_read_as_far_as_it_goes() {
    Document piece =
        read("<net name=\"mlx5_7\"/></nic></pci><pci busid=\"1\"><gpu dev=\"7\"/></pci>");

    assertThat(piece.whole()).isFalse();
    assertThat(piece.roots()).extracting(Element::name).containsExactly("net", "pci");
    assertThat(piece.warnings()).hasSize(2);
  }

  @Test
  void an_end_that_does_not_fit_closes_what_it_names() {
    Document document = read("<system><cpu><pci></cpu><cpu/></system>");

    assertThat(document.whole()).isFalse();
    assertThat(document.roots().getFirst().children()).hasSize(2);
    assertThat(document.warnings().getFirst().expected()).contains("</pci>");
  }

  @Test
  void text_and_doubled_attributes_are_passed_over() {
    Document document = read("<system>words <cpu a=\"1\" a=\"2\"/> words</system>");

    assertThat(document.warnings()).hasSize(2);
    assertThat(document.roots().getFirst().children().getFirst().text("a")).isEqualTo("1");
  }

  @Test
  void cut_at_every_byte_it_is_read_or_refused() {
    for (int end = 0; end < SMALL.length(); end++) {
      String cut = SMALL.substring(0, end);
      try {
        assertThat(read(cut).roots()).isNotEmpty();
      } catch (InputException e) {
        assertThat(e.problems()).isNotEmpty();
      }
    }
  }

  @Test
  void a_file_without_end_of_elements_is_refused_early() {
    StringBuilder many = new StringBuilder("<system>");
    for (int cpu = 0; cpu < 100; cpu++) {
      many.append("<cpu>").append("<pci busid=\"0000:00:00.0\"/>".repeat(500)).append("</cpu>");
    }

    assertThat(problemsOf(many.toString()).getFirst().expected()).contains("20000 elements");
  }

  @Test
  void what_is_no_file_is_told() {
    assertThatThrownBy(() -> NcclXmlReader.read(Path.of("no-such.xml")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("an existing file");
  }
}
