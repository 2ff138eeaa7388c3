package io.busbar.app.render.html;

/** Running text; an empty line starts a new paragraph. */
final class NoteView {
  private NoteView() {}

  static void write(Page page, String text) {
    for (String paragraph : text.split("\n\\s*\n")) {
      if (!paragraph.isBlank()) {
        page.markup().leaf("p", paragraph.strip(), "class", "prose");
      }
    }
  }
}
