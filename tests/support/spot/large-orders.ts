/** A market in which very many small sells rest, for orders that meet all of them. */
import { units } from '../../../contract/money/units.ts';
import type { CommittedBatch } from '../../../server/areas/spot/spot-events.ts';
import type { TestExchange } from './spot-exchange.ts';
import { BTC, BTC_USDT, COIN, newOrder, NOW, openTestExchange, USDT } from './spot-exchange.ts';

export const TRADERS = { ANN: 1, BOB: 2, CAT: 3, SELLER: -1 } as const;
export const SCALES = { ...BTC_USDT, baseCode: 'BTC', quoteCode: 'USDT' };
/** Resting sells of {@link LOTS} each at 10,000 to 10,002 ticks: more than two steps. */
export const SELLS = 600;
export const LOTS = 10;

/** An exchange with the sells, and the batches after them. */
export async function openWithSells(): Promise<{
  readonly here: TestExchange;
  readonly batches: CommittedBatch[];
}> {
  const here = openTestExchange();
  for (const ownerId of Object.values(TRADERS))
    for (const currencyId of [USDT, BTC])
      await here.exchange.grant({
        ownerId,
        currencyId,
        amount: units(1_000_000n * COIN),
        requestId: 'grant',
        now: NOW,
      });
  await Promise.all(
    Array.from({ length: SELLS }, (_, n) =>
      here.exchange.place(
        newOrder({
          ownerId: TRADERS.SELLER,
          side: 'sell',
          quantityLots: LOTS,
          priceTicks: 10_000 + (n % 3),
        }),
      ),
    ),
  );
  const batches: CommittedBatch[] = [];
  here.exchange.subscribe((batch) => batches.push(batch));
  return { here, batches };
}

/** Ann's limit buy of all the sells. */
export const buy = (fields = {}) =>
  newOrder({ quantityLots: SELLS * LOTS, priceTicks: 10_010, ...fields });
