// A report that the server rendered, put into the page.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { save } from "./save";

interface Policy {
  createHTML(html: string): string;
}

// The server's renderer escapes every text; this is the only place where its markup goes in.
const policy: Policy = (
  window as unknown as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
).trustedTypes?.createPolicy("report", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

/** Pixels below the screen that count as on it. */
const NEAR = 200;
const LATER_MS = 80;

/** The element of a section's markup. */
function element(html: string): Element {
  const box = document.createElement("div");
  box.innerHTML = policy.createHTML(html);
  return box.firstElementChild!;
}

/** What was unfolded and scrolled stays so in the section that comes instead. */
function carryOver(from: Element, to: Element, scrolled: WeakMap<Element, number>): void {
  const open = new Set<string>();
  from.querySelectorAll("details").forEach((d, i) => {
    if (d.open) open.add(d.id || String(i));
  });
  if (open.size > 0) {
    to.querySelectorAll("details").forEach((d, i) => {
      if (open.has(d.id || String(i))) d.open = true;
    });
  }
  const boxes = to.querySelectorAll(".scroll");
  from.querySelectorAll(".scroll").forEach((s, i) => {
    const left = scrolled.get(s);
    const box = boxes[i];
    if (left && box) requestAnimationFrame(() => (box.scrollLeft = left));
  });
}

/** A command in the text of a report: words up to a quote or sign that ends it; a word may be in quotes. */
const COMMAND =
  /busbar (?:plan|collective|design|simulate|fabric|tune|textbook|diagnose|search|goodput)(?: (?:'[^'\n]*'|[^'"\s;]*[^'"\s;.,:)]))*/;

/** Makes commands that an answer names into buttons that open them. */
function linkCommands(root: Element, open: (command: string) => void): void {
  if (!root.textContent?.includes("busbar ")) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (text.data.includes("busbar ") && COMMAND.test(text.data) && !text.parentElement?.closest("svg, pre, .excerpt, button")) {
      found.push(text);
    }
  }
  for (const text of found) {
    const match = COMMAND.exec(text.data);
    if (!match) continue;
    const rest = text.splitText(match.index);
    rest.splitText(match[0].length);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "command";
    button.textContent = match[0];
    button.title = "Open in the workbench";
    button.addEventListener("click", () => open(match[0]));
    rest.replaceWith(button);
  }
}

/** Makes the claims that a table lists into buttons that open them. */
function linkClaims(root: Element, open: (command: string) => void): void {
  root.querySelectorAll<HTMLTableCellElement>("tbody th").forEach((cell) => {
    const id = cell.textContent ?? "";
    const list = cell.closest("table")?.tHead?.rows[0]?.cells[0]?.textContent === "id";
    if (!list || !/^[A-Z]\d{1,2}$/.test(id)) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "command";
    button.textContent = id;
    button.title = "Why, and the view that shows it";
    button.addEventListener("click", () => open(`busbar textbook ${id}`));
    cell.replaceChildren(button);
  });
}

/** A button at every table that keeps it as a file. */
function keepTables(section: Element): void {
  const title = section.querySelector("h2")?.textContent ?? "table";
  section.querySelectorAll("table").forEach((table) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "csv";
    button.textContent = "CSV";
    button.title = "Download this table";
    button.setAttribute("aria-label", `Download as CSV: ${title}`);
    button.addEventListener("click", () => save(csvOf(table), "text/csv", `${fileName(title)}.csv`));
    table.closest(".scroll")?.after(button);
  });
}

/** A table as RFC 4180 has it, cells as they are shown. */
export function csvOf(table: HTMLTableElement): string {
  return [...table.rows]
    .map((row) => [...row.cells].map((cell) => csvCell(cell.textContent ?? "")).join(","))
    .join("\r\n")
    .concat("\r\n");
}

/** Quoted where it has to be, and where a spreadsheet would take a text for a formula. */
function csvCell(text: string): string {
  return /[",\r\n]|^[=+@]|^-(?![\d.])/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function fileName(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 60) || "table";
}

/** Shows sections; only those that changed are replaced. */
export function Report(props: { sections: string[]; css: string; onCommand: (command: string) => void }) {
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<CSSStyleSheet | null>(null);
  const shown = useRef<string[]>([]);
  const scrolled = useRef(new WeakMap<Element, number>());

  useLayoutEffect(() => {
    const own = new CSSStyleSheet();
    sheet.current = own;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== own);
    };
  }, []);

  useLayoutEffect(() => {
    const report = root.current!;
    const before = shown.current;
    sheet.current!.replaceSync(props.css);
    const put = (i: number) => {
      const section = element(props.sections[i]!);
      linkCommands(section, props.onCommand);
      linkClaims(section, props.onCommand);
      keepTables(section);
      const old = report.children[i];
      if (old) {
        carryOver(old, section, scrolled.current);
        old.replaceWith(section);
      } else {
        report.append(section);
      }
      shown.current[i] = props.sections[i]!;
    };
    const changed = [...props.sections.keys()].filter((i) => before[i] !== props.sections[i]);
    // What is on the screen goes first; the rest follows, unless a newer answer comes before it.
    const below = innerHeight + NEAR;
    const far = changed.filter((i) => (report.children[i]?.getBoundingClientRect().top ?? 0) > below);
    shown.current = before.slice(0, props.sections.length);
    changed.filter((i) => !far.includes(i)).forEach(put);
    while (report.children.length > props.sections.length) report.lastElementChild!.remove();
    if (far.length === 0) return;
    const later = window.setTimeout(() => far.forEach(put), LATER_MS);
    return () => clearTimeout(later);
  }, [props.sections, props.css]);

  useEffect(() => {
    const report = root.current!;
    // Links inside an answer lead to parts of it; the address belongs to the state.
    const jump = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a[href^='#']");
      if (!link) return;
      event.preventDefault();
      const target = document.getElementById(link.getAttribute("href")!.slice(1));
      if (!target) return;
      target.closest("details")?.setAttribute("open", "");
      target.scrollIntoView({ block: "start" });
      (target as HTMLElement).focus?.();
    };
    // Remembered as it happens: reading it at the change would make the browser lay out the page.
    const scroll = (event: Event) => {
      const box = event.target as Element;
      scrolled.current.set(box, box.scrollLeft);
    };
    report.addEventListener("click", jump);
    report.addEventListener("scroll", scroll, true);
    return () => {
      report.removeEventListener("click", jump);
      report.removeEventListener("scroll", scroll, true);
    };
  }, []);

  return <div class="report" ref={root} />;
}
