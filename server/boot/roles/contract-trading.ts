/** Composes contract trading: its writer, the check of its accounts, and the questions of other areas. */
import { ensure } from '../../../contract/assert.ts';
import { coverOfLiens, openAccountAudit, openLeverExchange } from '../../areas/lever/lever.area.ts';
import type { LeverExchange } from '../../areas/lever/lever.area.ts';
import type { Marks } from '../../areas/market/market.area.ts';
import type { SpotMarketRules } from '../../areas/spot/spot.area.ts';
import { instrumentsOf, pricedInstruments, pricesOf, SETTLEMENT } from './contract-instruments.ts';
import type { Foundation } from './dependencies.ts';

interface ContractTradingParts extends Foundation {
  readonly marks: Marks;
  /** Spot markets by id. */
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
}

/** Opens contract trading; adds everything that must be closed to `opened`. */
export async function openContractTrading(parts: ContractTradingParts) {
  const { config, currencies, opened } = parts;
  const currency = ensure(currencies.byCode(SETTLEMENT), SETTLEMENT);
  const { id: currencyId } = currency;
  const { exchange: lever, stops } = await openLeverExchange({
    ...parts,
    currencyId,
    prices: pricesOf(parts),
    profile: config.leverProfile,
    refusesLossyDatabase: config.nodeEnv === 'production',
  });
  opened.add('contract trading', () => lever.end());
  opened.add('cancellations of pending contract orders', () => stops.end());
  const audit = await openAccountAudit({ ...parts, exchange: lever, currencyId });
  opened.add('check of contract accounts', () => audit.stop());
  return {
    lever,
    pendingStops: stops,
    priced: () => pricedInstruments(parts),
    contracts: contractFundsOf(lever, currencyId),
    contractDesk: {
      commands: lever,
      view: lever,
      clock: parts.clock,
      instruments: instrumentsOf(parts),
      settlement: { id: currencyId, code: currency.code, scale: currency.scale },
    },
  };
}

/** Questions of the wallet about contract accounts. */
const contractFundsOf = (lever: Pick<LeverExchange, 'loadAccount'>, currencyId: number) => ({
  currencyId,
  coverOf: async (userId: number) => coverOfLiens(await lever.loadAccount(userId)),
  usableOf: async (userId: number) => (await lever.loadAccount(userId)).transferable,
});
