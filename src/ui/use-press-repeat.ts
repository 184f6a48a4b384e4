/** The hook that repeats an action while a button is held. */
import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';

interface PressRepeat {
  readonly onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onClick: () => void;
}

/**
 * Returns handlers for a button whose action repeats every `intervalMs` while it is held, at a
 * constant rate. A short press, and a key, act once.
 */
export function usePressRepeat(onPress: () => void, intervalMs: number): PressRepeat {
  const press = useEffectEvent(onPress);
  const [isHeld, setHeld] = useState(false);
  // The click at the end of a long press must not act again.
  const [wasRepeated, setRepeated] = useState(false);
  useEffect(() => {
    if (!isHeld) return undefined;
    const timer = setInterval(() => {
      setRepeated(true);
      press();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isHeld, intervalMs]);
  const release = () => setHeld(false);
  return {
    onPointerDown: ({ button, isPrimary }) => {
      if (button !== 0 || !isPrimary) return;
      setRepeated(false);
      setHeld(true);
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onClick: () => {
      if (wasRepeated) setRepeated(false);
      else onPress();
    },
  };
}
