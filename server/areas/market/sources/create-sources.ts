/** The price sources that `PRICE_SOURCES` names. A new exchange needs one line in {@link PROTOCOLS}. */
import { StartupError } from '../../../kit/process/startup-error.ts';
import { BINANCE } from './exchanges/binance.ts';
import { BITSTAMP } from './exchanges/bitstamp.ts';
import { COINBASE } from './exchanges/coinbase.ts';
import { ExchangeSource, type ExchangeSourceParts } from './exchanges/exchange-source.ts';
import { KRAKEN } from './exchanges/kraken.ts';
import { OKX } from './exchanges/okx.ts';
import type { PriceSource } from './price-source.ts';

const PROTOCOLS = [BINANCE, BITSTAMP, COINBASE, KRAKEN, OKX];

export interface SourceParts extends Omit<ExchangeSourceParts, 'url'> {
  /** Addresses by name of the source, instead of the documented ones. */
  readonly urls: Readonly<Record<string, string>>;
}

/** The names that `PRICE_SOURCES` may have. */
export const SOURCE_NAMES: readonly string[] = ['simulated', ...PROTOCOLS.map(({ id }) => id)];

/**
 * @param names empty for no sources, `simulated` alone for the simulation, or names of exchanges.
 * @throws StartupError for an unknown name.
 */
export function createSources(
  names: readonly string[],
  simulated: () => readonly PriceSource[],
  { urls, ...parts }: SourceParts,
): readonly PriceSource[] {
  if (names.includes('simulated')) return simulated();
  return names.map((name) => {
    const protocol = PROTOCOLS.find(({ id }) => id === name);
    if (protocol !== undefined)
      return new ExchangeSource(protocol, {
        ...parts,
        url: new Map(Object.entries(urls)).get(name),
      });
    const known = SOURCE_NAMES.join(', ');
    throw new StartupError(`PRICE_SOURCES names "${name}"; the known sources are: ${known}.`);
  });
}
