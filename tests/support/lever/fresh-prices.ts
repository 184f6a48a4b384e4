/** Prices of contract markets for tests: sources that speak at every evaluation. */
import type { Evaluation } from '../../../server/engine/lever/market-mark.ts';

/** Prices that the test sets. */
export type SetPrice = Omit<Evaluation, 'atMs'>;

/** Returns the evaluation of now, with sources of now; null without one. */
export const freshAt = (now: number, found: SetPrice | undefined): Evaluation | null =>
  found === undefined
    ? null
    : { ...found, atMs: now, sources: found.sources.map((source) => ({ ...source, atMs: now })) };
