/** Scripts that load as soon as the user uses the page, so that a first visit does not wait for them. */

type Load = () => Promise<unknown>;

/** Events of a user. A page can move the focus by itself. */
const USES = ['pointerdown', 'keydown', 'input'];

let isUsed = false;
const waiting = new Set<Load>();

for (const use of USES) addEventListener(use, begin, { capture: true, passive: true });

/** Loads a script when the user presses or types something; immediately if that was before. */
export function loadWhenUsed(load: Load): void {
  if (isUsed) loadAhead(load);
  else waiting.add(load);
}

function begin(): void {
  for (const use of USES) removeEventListener(use, begin, { capture: true });
  isUsed = true;
  for (const load of waiting) loadAhead(load);
  waiting.clear();
}

function loadAhead(load: Load): void {
  // A browser may remember that a script did not load.
  if (!navigator.onLine) return;
  load().catch(() => {
    // The component that needs it shows the error.
  });
}
