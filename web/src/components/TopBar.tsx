import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hrefOf, route } from "../state/route";
import { Logo } from "./Logo";
import "./shell.css";

export interface Tab {
  view: string;
  label: string;
  also?: readonly string[]; // views that belong to this one
}

interface Props {
  tabs: readonly Tab[];
  label: string; // name of the navigation
  title?: string;
  children: ComponentChildren; // switches at the right
}

// The top of every page: the current view and the other views. The first tab is the home page.
export function TopBar({ tabs, label, title, children }: Props) {
  const view = route.value.path[0] ?? "";
  const nav = useRef<HTMLElement>(null);
  // On a phone there is no space for all tabs, so the current one is scrolled into view.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 });
  }, [view]);
  return (
    <header class="shell-header">
      <a class="brand" href={hrefOf([tabs[0]?.view ?? ""])} title={title}>
        <Logo />
        whorl
      </a>
      <nav ref={nav} aria-label={label}>
        {tabs.map((tab) => (
          <a
            key={tab.view}
            href={hrefOf([tab.view])}
            aria-current={tab.view === view || tab.also?.includes(view) ? "page" : undefined}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      <div class="switches">{children}</div>
    </header>
  );
}
