/** The addresses of fast contracts. */
import type { MicroKind } from '../../app/micro/use-micro-products.ts';

const PATHS = { coins: '/micro-trade', forex: '/forex-micro-trade' } as const;

/** Page of one instrument, or of the last one without it. */
export const microPath = (kind: MicroKind, instrument?: string): string =>
  instrument === undefined
    ? PATHS[kind]
    : `${PATHS[kind]}?${new URLSearchParams({ instrument }).toString()}`;

/** Returns the kind of a page. */
export const microKind = (path: string): MicroKind => (path === PATHS.forex ? 'forex' : 'coins');

/** Public page that checks the result of an order. */
export const verifyPath = (token: string): string =>
  `/micro-verify?${new URLSearchParams({ receipt: token }).toString()}`;

/** Public fairness report, of one instrument or of the first one. */
export const fairnessPath = (instrument?: string): string =>
  instrument === undefined
    ? '/micro-fairness'
    : `/micro-fairness?${new URLSearchParams({ instrument }).toString()}`;
