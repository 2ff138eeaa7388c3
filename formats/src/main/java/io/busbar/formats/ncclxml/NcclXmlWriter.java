package io.busbar.formats.ncclxml;

import java.util.List;
import java.util.Map;

/**
 * Writes elements as NCCL does: two blanks for each level, attributes in their order, no
 * declaration. What it writes reads back as the same elements. Stateless.
 */
public final class NcclXmlWriter {
  private NcclXmlWriter() {}

  /**
   * @param comments lines of comments before the first element; two hyphens become one
   */
  public static String write(Element root, List<String> comments) {
    StringBuilder out = new StringBuilder();
    for (String comment : comments) {
      out.append("<!-- ").append(comment.replace("--", "-")).append(" -->\n");
    }
    write(out, root, "");
    return out.toString();
  }

  private static void write(StringBuilder out, Element element, String indent) {
    out.append(indent).append('<').append(element.name());
    for (Map.Entry<String, String> attribute : element.attributes().entrySet()) {
      out.append(' ').append(attribute.getKey()).append("=\"");
      out.append(escaped(attribute.getValue())).append('"');
    }
    if (element.children().isEmpty()) {
      out.append("/>\n");
      return;
    }
    out.append(">\n");
    for (Element child : element.children()) {
      write(out, child, indent + "  ");
    }
    out.append(indent).append("</").append(element.name()).append(">\n");
  }

  private static String escaped(String value) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
