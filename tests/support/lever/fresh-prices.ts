/** Prices of contract markets for tests: sources that speak at every evaluation. */
import type { Evaluation } from '../../../server/engine/lever/market-mark.ts';

/** Returns the evaluation with sources of now; null without one. */
export const freshAt = (now: number, found: Evaluation | undefined): Evaluation | null =>
  found === undefined
    ? null
    : { ...found, sources: found.sources.map((source) => ({ ...source, atMs: now })) };
