package io.busbar.app.render.html;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads a page back as a tree; a page that is not well-formed fails the test. */
final class PageReader {
  private PageReader() {}

  static Document parse(String html) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(html)));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("the page is not well-formed: " + e.getMessage(), e);
    }
  }

  static List<Element> all(Document page, String tag) {
    return list(page.getElementsByTagName(tag));
  }

  static List<Element> all(Element parent, String tag) {
    return list(parent.getElementsByTagName(tag));
  }

  /** Elements of this tag and CSS class. */
  static List<Element> withClass(Document page, String tag, String css) {
    return all(page, tag).stream()
        .filter(e -> List.of(e.getAttribute("class").split(" ")).contains(css))
        .toList();
  }

  static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static List<Element> list(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
