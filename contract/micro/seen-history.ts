/**
 * Key and signed minutes of the index that a reader saw: another history that the exchange shows later differs from
 * them. Settlement files, saved minutes and messages to witnesses can be read as one.
 */
import { z } from 'zod';
import type { KnownHistory } from '../figures/settlement-check.types.ts';
import { indexHead, type IndexHead } from './index/price-index.ts';
import { signedHeadOf } from './index/signed-minute.ts';

/** Minutes that are kept: those seen last. */
const MINUTES_MAX = 300;

export const seenHistory = z.object({ public_key: z.string(), minutes: z.array(indexHead) });
export type SeenHistory = z.infer<typeof seenHistory>;

/** @param key the key that the exchange publishes now; null for none. */
export const knownHistoryOf = (seen: readonly SeenHistory[], key: string | null): KnownHistory => ({
  keys: [...seen.map(({ public_key: seenKey }) => seenKey), ...(key === null ? [] : [key])],
  minutes: seen.flatMap(({ minutes }) => minutes.map(signedHeadOf)),
});

/** Adds minutes. The first key stays: another key is what a check is to find. */
export function withMinutes(
  seen: SeenHistory | null,
  publicKey: string,
  minutes: readonly IndexHead[],
): SeenHistory {
  const before = seen?.minutes ?? [];
  const isNew = ({ signature }: IndexHead) => !before.some((one) => one.signature === signature);
  const heads = minutes.filter(isNew).map((minute) => indexHead.parse(minute));
  return {
    public_key: seen?.public_key ?? publicKey,
    minutes: [...before, ...heads].slice(-MINUTES_MAX),
  };
}
