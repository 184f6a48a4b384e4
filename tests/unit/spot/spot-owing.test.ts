/** Orders of a user who owes for a reversed deposit: none is placed, and an earlier one is answered again. */
import { expect, test } from 'vitest';
import { ok } from '../../../contract/result.ts';
import { createSpotHandlers } from '../../../server/areas/spot/spot-handlers.ts';
import type { SpotCalls } from '../../../server/areas/spot/spot-handlers.ts';
import { NO_DEADLINE } from '../../../server/kit/http/deadline.ts';
import { BTC_USDT, fund, NOW, openTestExchange } from '../../support/spot/spot-exchange.ts';

const ANN = 1;

test('the same request gets its first order again after the user came to owe', async () => {
  const here = openTestExchange();
  await fund(here, [ANN]);
  const owing = new Set<number>();
  const { placeOrder } = createSpotHandlers({
    commands: here.exchange,
    view: here.exchange,
    wire: { order: ({ id }: { readonly id: number }) => ({ id: String(id) }) },
    health: { isConsistent: () => true },
    owing,
    rate: { take: () => 0 },
  } as unknown as SpotCalls);
  const place = (key: string) =>
    placeOrder(
      {
        currency_match_id: BTC_USDT.id,
        side: 'buy',
        type: 'limit',
        price: '95',
        quantity: '1',
      } as never,
      {
        signedIn: { userId: ANN, sessionId: 's', isVerified: true },
        idempotencyKey: ok(key),
        deadline: NO_DEADLINE,
        requestId: 'request',
        now: NOW,
      } as never,
    );
  const first = await place('key-of-the-first-order');
  expect(first).toMatchObject({ ok: true });
  owing.add(ANN);
  expect(await place('key-of-the-first-order')).toEqual(first);
  expect(await place('key-of-another-order')).toMatchObject({ error: 'shortfall_unpaid' });
  expect(here.exchange.openOrders(ANN)).toHaveLength(1);
});
