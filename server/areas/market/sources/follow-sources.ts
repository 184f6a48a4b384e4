/** Follows price sources without a server, for the command that shows them. */
import { FOREX_PAIRS, SPOT_MARKETS } from '../catalog.ts';
import { createSources, type SourceParts } from './create-sources.ts';
import { Marks } from './marks.ts';
import { listPricePairs } from './price-pairs.ts';
import type { PricePair, PriceSource } from './price-source.ts';

export interface FollowedSources {
  readonly pairs: readonly PricePair[];
  /** Already started; the caller stops them. */
  readonly sources: readonly PriceSource[];
  readonly marks: Pick<Marks, 'mark'>;
}

/** @throws StartupError for an unknown name. */
export function followSources(names: readonly string[], parts: SourceParts): FollowedSources {
  const pairs = listPricePairs(SPOT_MARKETS, FOREX_PAIRS);
  const sources = createSources(names, () => [], parts);
  for (const source of sources) source.start(pairs);
  return { pairs, sources, marks: new Marks({ pairs, sources, clock: parts.clock }) };
}
