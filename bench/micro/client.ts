/** The load of the bench of fast contracts: each request is an order of the next user, up and down in turn. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { INDEX_GRID_MS } from '../../contract/figures/index-record.ts';
import type { FormRequest } from '../lib/form-load.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';

export interface FastLoad extends LoadOrder {
  /** Products by their duration in seconds. */
  readonly products: Readonly<Record<number, number>>;
  /** Duration of all orders, or the end of the second in which all orders expire. */
  readonly end: { readonly seconds: number } | { readonly atMs: number };
  /** `once`: each user places one order, and the load ends. */
  readonly mode: 'in turn' | 'once';
}

const SECOND_MS = 1_000;

answerLoad(({ seed, tokens, products, end, mode }: FastLoad) => {
  let next = 0;
  return (): FormRequest | undefined => {
    const at = next++;
    const product = products['seconds' in end ? end.seconds : secondsUntil(end.atMs)];
    if (product === undefined || (mode === 'once' && at >= tokens.length)) return undefined;
    const person = at % tokens.length;
    const direction = at % 2 === 0 ? 'up' : 'down';
    return {
      path: ENDPOINTS.placeMicroOrder.path,
      token: tokens[person] ?? '',
      person,
      key: `bench-fast-${seed}-${String(at).padStart(8, '0')}`,
      form: `micro_product_id=${product}&direction=${direction}&stake=1`,
    };
  };
});

/** Returns the duration of an order that opens at the next point of the index and ends by that time. */
function secondsUntil(atMs: number): number {
  const now = Date.now();
  const opensAtMs = now - (now % INDEX_GRID_MS) + INDEX_GRID_MS;
  return Math.floor((atMs - opensAtMs) / SECOND_MS);
}
