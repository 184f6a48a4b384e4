/** Paths of a spot order that cannot be caused from outside the server, each with the reason. */
import type { Path } from '../../../qa/paths.ts';

/** The reason; null if users can cause the path. */
export function obstacle({ id, steps }: Path): string | null {
  const types = steps.map(({ event }) => event.type);
  const reasons = steps.flatMap(({ event }) => ('reason' in event ? [event['reason']] : []));
  if (reasons.includes('price_band'))
    return 'an order beyond the band needs a reference that moves';
  if (id.startsWith('spot-market-buy') && types.includes('order.close'))
    return 'it takes a halt between two steps of one large order';
  if (types.join() === 'order.filled,order.exhausted') return 'half of it buys many lots more';
  if (types.join() === 'order.expired' && reasons.includes('no_liquidity'))
    return 'refused before it is an order: no_best_price';
  return null;
}

export const isPossible = (path: Path): boolean => obstacle(path) === null;
