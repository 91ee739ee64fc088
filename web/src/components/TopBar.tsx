import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hrefOf, route } from "../state/route";
import { Logo } from "./Logo";
import "./shell.css";

export interface Tab {
  view: string;
  label: string;
  also?: readonly string[]; // views below this one
}

interface Props {
  tabs: readonly Tab[];
  label: string; // of the navigation
  title?: string;
  children: ComponentChildren; // switches, at the right
}

// The head of every page: where one is, and where one can go. The first tab is home.
export function TopBar({ tabs, label, title, children }: Props) {
  const view = route.value.path[0] ?? "";
  const nav = useRef<HTMLElement>(null);
  // On a telephone not all have room.
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
