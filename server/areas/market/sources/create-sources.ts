/** The price sources that `PRICE_SOURCES` names. A new adapter needs one line in {@link ADAPTERS}. */
import type { Clock } from '../../../../contract/time.ts';
import type { Log } from '../../../kit/log.ts';
import { StartupError } from '../../../kit/process/startup-error.ts';
import type { PriceSource } from './price-source.ts';

export interface AdapterParts {
  readonly clock: Clock;
  readonly log: Log;
}

/** Adapters of outside sources by the name in `PRICE_SOURCES`, which is the id of the source. */
const ADAPTERS: Readonly<Record<string, (parts: AdapterParts) => PriceSource>> = {};

/**
 * @param names empty for no sources, `simulated` alone for the simulation, or names of adapters.
 * @throws StartupError for an unknown name.
 */
export function createSources(
  names: readonly string[],
  simulated: () => readonly PriceSource[],
  parts: AdapterParts,
): readonly PriceSource[] {
  if (names.includes('simulated')) return simulated();
  return names.map((name) => {
    const create = new Map(Object.entries(ADAPTERS)).get(name);
    if (create !== undefined) return create(parts);
    const known = ['simulated', ...Object.keys(ADAPTERS)].join(', ');
    throw new StartupError(`PRICE_SOURCES names "${name}"; the known sources are: ${known}.`);
  });
}
