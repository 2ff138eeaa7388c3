/** Commands about training: {@code plan}, {@code search}, {@code goodput} and {@code scaling}. */
@NullMarked
package io.busbar.app.command.plan;

import org.jspecify.annotations.NullMarked;
