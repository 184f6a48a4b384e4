/**
 * The inputs of the market maker and the demo flow: the exchange as any client sees it, prices, time
 * and random numbers.
 */
import type { Clock } from '../../../../contract/time.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { Log } from '../../../kit/log.ts';
import type { ReferencePrices, SpotCommands, SpotView } from '../../spot/spot.area.ts';
import type { Audience } from '../audience.ts';
import type { DepthBoard } from '../depth-board.ts';
import type { SpotMarketSpec } from '../market-source.ts';
import { namedStream, uniform } from '../simulation/noise.ts';

/** Whose coins the market maker quotes. */
export interface MakerAccount {
  readonly ownerId: number;
  /** False while an operator has disabled the account: it has no quotes then. */
  readonly isEnabled: boolean;
}

export interface HouseParts {
  readonly maker: MakerAccount;
  readonly commands: Pick<SpotCommands, 'place' | 'cancel' | 'cancelAll'>;
  readonly view: Pick<SpotView, 'markets' | 'openOrders' | 'subscribe'>;
  readonly board: Pick<DepthBoard, 'bestPriceTicks'>;
  readonly reference: ReferencePrices;
  readonly audience: Pick<Audience, 'isPresent'>;
  /** No order is placed while the ledger is not consistent, as for users. */
  readonly health: Pick<LedgerHealth, 'isConsistent'>;
  /** Markets in the order of popularity. */
  readonly specs: readonly SpotMarketSpec[];
  readonly clock: Clock;
  /** Seed of the random numbers. */
  readonly seed: string;
  readonly log: Pick<Log, 'warn'>;
}

/** Returns repeatable random numbers for one market: a sequence, uniform in [0, 1). */
export function chanceFor(seed: string, purpose: string, marketId: number): () => number {
  const stream = namedStream(namedStream(0, seed), `${purpose} ${marketId}`);
  let index = 0;
  return () => {
    index += 1;
    return uniform(stream, index);
  };
}
