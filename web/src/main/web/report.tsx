// A report that the server rendered, put into the page.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

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

interface Kept {
  open: Set<string>;
  scrolled: Map<number, number>;
}

function keep(root: HTMLElement): Kept {
  const open = new Set<string>();
  root.querySelectorAll("details").forEach((d, i) => {
    if (d.open) open.add(d.id || String(i));
  });
  const scrolled = new Map<number, number>();
  root.querySelectorAll(".scroll").forEach((s, i) => {
    if (s.scrollLeft > 0) scrolled.set(i, s.scrollLeft);
  });
  return { open, scrolled };
}

function restore(root: HTMLElement, kept: Kept): void {
  root.querySelectorAll("details").forEach((d, i) => {
    if (kept.open.has(d.id || String(i))) d.open = true;
  });
  root.querySelectorAll(".scroll").forEach((s, i) => {
    const left = kept.scrolled.get(i);
    if (left) s.scrollLeft = left;
  });
}

/** A command in the text of a report, up to the quote or the end. */
const COMMAND = /busbar (?:plan|collective|design|simulate|fabric|tune|textbook|diagnose|search)(?: [^'"\n;]*[^'"\n;.,:) ])?/;

/** Makes commands that an answer names into buttons that open them. */
function linkCommands(root: HTMLElement, open: (command: string) => void): void {
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

/** Shows a fragment; what was unfolded or scrolled stays so. */
export function Report(props: { html: string; css: string; onCommand: (command: string) => void }) {
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<CSSStyleSheet | null>(null);

  useLayoutEffect(() => {
    const own = new CSSStyleSheet();
    sheet.current = own;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== own);
    };
  }, []);

  useLayoutEffect(() => {
    const element = root.current!;
    const kept = keep(element);
    sheet.current!.replaceSync(props.css);
    element.innerHTML = policy.createHTML(props.html);
    restore(element, kept);
    linkCommands(element, props.onCommand);
  }, [props.html, props.css]);

  // Links inside an answer lead to parts of it; the address belongs to the state.
  useEffect(() => {
    const element = root.current!;
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
    element.addEventListener("click", jump);
    return () => element.removeEventListener("click", jump);
  }, []);

  return <div class="report" ref={root} />;
}
