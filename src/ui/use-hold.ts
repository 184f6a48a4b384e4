/** The hook of a button that acts after it was held for a while. */
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type MouseEvent } from 'react';

interface HoldView {
  readonly isHeld: boolean;
  readonly handlers: {
    readonly onPointerDown: (event: { readonly button: number }) => void;
    readonly onPointerUp: () => void;
    readonly onPointerLeave: () => void;
    readonly onPointerCancel: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: () => void;
    readonly onBlur: () => void;
    readonly onClick: (event: MouseEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
  };
}

const KEYS: readonly string[] = ['Enter', ' '];

/**
 * Calls `onHeld` once after the button was held by pointer, Enter or space for `holdMs`. Assistive technology,
 * which can only click, acts at once.
 */
export function useHold(onHeld: () => void, holdMs: number): HoldView {
  const act = useEffectEvent(onHeld);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setTimeout(() => {
      setHeld(false);
      act();
    }, holdMs);
    return () => clearTimeout(timer);
  }, [isHeld, holdMs]);
  const release = () => setHeld(false);
  return {
    isHeld,
    handlers: {
      onPointerDown: ({ button }) => setHeld(button === 0),
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      onKeyDown(event) {
        if (!KEYS.includes(event.key)) return;
        // The click of a key would act at once.
        event.preventDefault();
        if (!event.repeat) setHeld(true);
      },
      onKeyUp: release,
      onBlur: release,
      // A pointer's click has a count; a click of assistive technology has none.
      onClick: ({ detail }) => {
        if (detail === 0) onHeld();
      },
      onContextMenu: (event) => event.preventDefault(),
    },
  };
}
