/** The hook of the currency that totals are shown in, remembered in this browser. */
import { useState } from 'react';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.equivalentCurrency';
/** Offered before the list of coins is there, and where nothing was chosen. */
const DEFAULT = 'USDT';

/** The code of the currency that totals are given in, kept in this browser, and what chooses another. */
export function useEquivalentCurrency(): readonly [string, (code: string) => void] {
  const { store } = useRuntime();
  const [code, setCode] = useState(() => {
    const kept = store.get(KEY) ?? '';
    return /^[A-Z0-9]{2,10}$/.test(kept) ? kept : DEFAULT;
  });
  const choose = (next: string) => {
    store.set(KEY, next);
    setCode(next);
  };
  return [code, choose];
}
