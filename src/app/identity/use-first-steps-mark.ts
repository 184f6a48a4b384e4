/** The hook that answers whether home lists the first steps of a new user; far smaller than the steps. */
import { useState } from 'react';
import type { KeyValueStore } from '../core/key-value-store.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useSession } from './use-session.ts';

/** begun: the list was shown in this browser. over: all steps are done, or the user has hidden the list. */
type FirstStepsMark = 'begun' | 'over' | null;

const keyOf = (userId: number): string => `meridian.firstSteps.${userId}`;

export function firstStepsMark(store: KeyValueStore, userId: number): FirstStepsMark {
  const text = store.get(keyOf(userId));
  return text === 'begun' || text === 'over' ? text : null;
}

interface Newcomer {
  readonly mark: FirstStepsMark;
  readonly isVerified: boolean;
  /** Whether the spot account has never held a coin. */
  readonly neverHeld: boolean;
}

/**
 * Returns whether the user still has first steps. A verified user with coins who opens a new browser
 * sees no list.
 */
export const hasFirstSteps = ({ mark, isVerified, neverHeld }: Newcomer): boolean =>
  mark !== 'over' && (mark === 'begun' || !isVerified || neverHeld);

export interface FirstStepsView {
  readonly isShown: boolean;
  /** Remembers the mark in this browser. */
  readonly setMark: (mark: 'begun' | 'over') => void;
}

/** Decides by the session and the live balances, without a call. */
export function useFirstStepsMark(): FirstStepsView {
  const { store } = useRuntime();
  const { user, isVerified } = useSession();
  const isLive = useUserView('status') === 'live';
  const balances = useUserView('balances');
  const [, redraw] = useState<FirstStepsMark>(null);
  const mark = user && firstStepsMark(store, user.id);
  const neverHeld = isLive && balances.size === 0;
  return {
    isShown: user !== null && hasFirstSteps({ mark, isVerified, neverHeld }),
    setMark(next) {
      if (user !== null) store.set(keyOf(user.id), next);
      redraw(next);
    },
  };
}
