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
 * Handlers of a button whose action repeats every `intervalMs` while it is held, always at the same
 * pace. A short press, and a key, act once.
 */
export function usePressRepeat(onPress: () => void, intervalMs: number): PressRepeat {
  const press = useEffectEvent(onPress);
  const [isHeld, setHeld] = useState(false);
  // The click that ends a long press is no press of its own.
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
