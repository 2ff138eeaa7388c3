/**
 * Commands that show what Busbar knows and how far it is right: {@code catalog}, {@code schema},
 * {@code init}, {@code textbook} and {@code validate}.
 */
@NullMarked
package io.busbar.app.command.catalog;

import org.jspecify.annotations.NullMarked;
