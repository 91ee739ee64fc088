import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import "./help.css";

export const helpOpen = signal(false);

const KEYS: { title: string; rows: [keys: string[], meaning: string][] }[] = [
  {
    title: "Everywhere",
    rows: [
      [["1", "2", "3", "4"], "Overview, pairs, clusters, submissions"],
      [["?"], "This help"],
    ],
  },
  {
    title: "Table of pairs",
    rows: [
      [["j", "k"], "Next, previous row"],
      [["Enter"], "Open the pair"],
      [["/"], "Filter by name"],
    ],
  },
  {
    title: "One pair",
    rows: [
      [["n", "p"], "Next, previous passage"],
      [["]", "["], "Next, previous pair"],
      [["s"], "Swap the sides"],
      [["w"], "Wrap long lines"],
      [["i"], "Scroll both texts together"],
      [["c", "a", "u"], "Verdict: copied, allowed, unclear"],
      [["e"], "Evidence sheet to print"],
      [["Esc"], "Back to the pairs"],
    ],
  },
];

export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = helpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = (): void => {
    helpOpen.value = false;
  };
  return (
    <dialog class="help" ref={dialog} aria-label="Keyboard help" onClose={close} onClick={close}>
      {KEYS.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <dl>
            {group.rows.map(([keys, meaning]) => (
              <div key={meaning}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  );
}
