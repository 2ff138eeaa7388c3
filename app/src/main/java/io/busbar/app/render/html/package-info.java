/**
 * The HTML face: a report as one self-contained page that loads nothing, runs no script and can be
 * mailed, printed and read on a phone. {@link io.busbar.app.render.html.HtmlRenderer} is the way
 * in; one view per block kind writes markup, one chart per drawing kind writes SVG. Nothing here
 * knows which command made a report.
 */
@NullMarked
package io.busbar.app.render.html;

import org.jspecify.annotations.NullMarked;
