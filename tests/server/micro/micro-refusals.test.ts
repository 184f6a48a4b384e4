/** Refusals of fast contracts: the exchange signs what it refused, when and why, and a script checks it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { readRefusal } from '../../../contract/figures/micro-refusal.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { addShortProduct, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { runVerifyRefusal } from '../../support/micro/run-verify-scripts.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

/** Read again at each start. */
const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', MICRO_TRADING: 'on', TRUST_PROXY: 'loopback' };
let server: TestServer;
let product: string;
let ann: MicroUser;
beforeAll(async () => {
  ({ server, prepared: product } = await startPreparedServer(env, (database) =>
    addShortProduct(database),
  ));
  await setIndex(server, '97000');
  ann = await MicroUser.open(server, '10');
});
afterAll(() => server.stop());

type Order = RequestInput<'placeMicroOrder'>;

const orderOf = (fields: Partial<Order>): Order => ({
  micro_product_id: product,
  direction: 'up',
  stake: '1',
  ...fields,
});

async function signedOf(user: MicroUser, order: Order, key: string) {
  const body = await user.call('placeMicroOrder', order, key);
  if (!('error' in body)) throw new Error('the order was accepted');
  return { error: body.error, signed: body.signed };
}

describe('a refused order', () => {
  test.each<[string, Partial<Order>]>([
    ['insufficient_balance', { stake: '10.01', direction: 'down' }],
    ['stake_out_of_bounds', { stake: '0.000000001' }],
    ['micro_terms_changed', { profit_ppm: '900000' }],
  ])('with %s has its signed time and reason', async (error, fields) => {
    const order = orderOf(fields);
    const before = await server.controlAdvance(0);
    // On a slow machine the index can be late.
    const { key, ...refused } = await eventually(async () => {
      const tried = newKey();
      const answer = await signedOf(ann, order, tried);
      expect(answer.error).toBe(error);
      return { key: tried, ...answer };
    });
    const { text, signature } = ensure(refused.signed, 'the signed refusal');
    const refusal = ensure(readRefusal(text), 'a refusal');
    expect(refusal).toMatchObject({
      key,
      productId: Number(product),
      instrument: 'BTC/USDT',
      direction: order.direction,
      error,
    });
    expect(refusal.refusedAtMs).toBeGreaterThanOrEqual(before);
    expect(Math.abs(refusal.refusedAtMs - refusal.logAtMs)).toBeLessThan(60_000);
    const checked = await runVerifyRefusal(server.origin, `${text} ${signature}`);
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect(checked.output).toContain(error);
  });

  test('of a user who has not accepted the risks is signed, too', async () => {
    const bob = await MicroUser.open(server, '10', false);
    const { error, signed } = await signedOf(bob, orderOf({}), newKey());
    expect(error).toBe('risk_acknowledgement_required');
    expect(readRefusal(ensure(signed, 'the signed refusal').text)?.error).toBe(error);
  });

  test('with another reason or time is not what the exchange signed', async () => {
    const signed = await eventually(async () => {
      const answer = await signedOf(ann, orderOf({ stake: '11' }), newKey());
      expect(answer.error).toBe('insufficient_balance');
      return answer.signed;
    });
    const { text, signature } = ensure(signed, 'the signed refusal');
    const { refusedAtMs } = ensure(readRefusal(text), 'a refusal');
    for (const changed of [
      text.replace('insufficient_balance', 'price_stale'),
      text.replace(String(refusedAtMs), String(refusedAtMs + 1)),
    ]) {
      expect(readRefusal(changed)).not.toBeNull();
      expect(await runVerifyRefusal(server.origin, `${changed} ${signature}`)).toMatchObject({
        code: 1,
        output: '',
      });
    }
  });

  test('without a known product or a key names no order, and has no signature', async () => {
    const unknown = await signedOf(ann, orderOf({ micro_product_id: '9999' }), newKey());
    expect(unknown).toEqual({ error: 'micro_product_not_found', signed: undefined });
    const body = await server.call('placeMicroOrder', orderOf({}), {
      token: ann.token,
      headers: newClientAddress(),
    });
    expect(body).toMatchObject({ error: 'idempotency_key_required' });
    expect(body).not.toHaveProperty('signed');
  });

  test('is not the retry of an accepted one', async () => {
    const key = newKey();
    const placed = await ann.place(product, 'up', '1', key);
    await ann.reached(placed.id, 'open', 'won', 'lost', 'drawn', 'voided');
    env.MICRO_TRADING = 'off';
    await server.restart();
    await setIndex(server, '97000');
    const retry = await signedOf(ann, orderOf({}), key);
    expect(retry).toEqual({ error: 'product_unavailable', signed: undefined });
    const other = await signedOf(ann, orderOf({}), newKey());
    expect(other).toMatchObject({ error: 'product_unavailable', signed: {} });
  });
});
