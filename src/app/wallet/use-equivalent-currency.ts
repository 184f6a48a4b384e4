/** The hook of the currency that totals are shown in, stored in this browser. */
import { useState } from 'react';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.equivalentCurrency';
/** Used before the list of coins is loaded, and without a choice. */
const DEFAULT = 'USDT';

/** Returns the code of the currency of totals, stored in this browser, and its setter. */
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
