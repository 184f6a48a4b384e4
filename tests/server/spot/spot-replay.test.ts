/** `npm run qa -- replay` and the check of a running server, on orders of users. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { betterPrice } from '../../../qa/models/spot-order.model.ts';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { from, OrderWorld } from '../../support/spot/order-world.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

const ROOT = new URL('../../..', import.meta.url);
const folders = temporaryFolders();
let server: TestServer;
let world: OrderWorld;

beforeAll(async () => {
  server = await startTestServer({
    dataDir: folders.make(),
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', LOG_LEVEL: 'debug' },
  });
  world = await OrderWorld.open(server);
});
afterEach(() => world.clear());
afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

async function replay(...args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['qa/main.ts', 'replay', ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...QUICK_NODE, DATA_DIR: server.dataDir },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, output, errors };
}

/** A buy that is half filled when it arrives, and then canceled. */
async function canceledBuy(): Promise<string> {
  const example = world.example('buy');
  const half = example.quantity / 2n;
  await world.placeLimit(world.counter, 'sell', betterPrice(example), half);
  const id = await world.placeLimit(world.owner, 'buy', example.price, example.quantity);
  expect(await world.cancel(world.owner, id)).toBeUndefined();
  return id;
}

describe('npm run qa -- replay', () => {
  test('shows an order step by step next to the running server, and from its data folder at rest', async () => {
    const id = await canceledBuy();
    const beside = await replay(id);

    expect(beside).toMatchObject({ exitCode: 0, errors: '' });
    expect(beside.output).toContain(`order ${id}: limit buy in ETH/USDT`);
    expect(beside.output).toMatch(/order\.filled \S+ at \S+ as taker, deal \d+ +paid/);
    expect(beside.output).toMatch(
      /order\.cancel by the owner +cancelled +executed \S+ +frozen 0 USDT/,
    );
    expect(beside.output).toContain('3 steps, the same as stored: cancelled, revision 3');

    await server.stop();
    const atRest = await replay(id);
    const before = server.logs.length;
    await server.restart();
    // The ledger is verified before the next test changes a row by hand.
    await server.waitForLog(/"kind":"full".*ledger verified/, before);
    expect(atRest).toEqual(beside);
  });

  test('ends with 1 and names the differences when a row was changed by hand', async () => {
    const id = await canceledBuy();
    // The server may find the fault, too; it does not change the status of a halted market.
    const marketId = String(world.market.id);
    await server.setMarketStatus(marketId, 'halted');
    await queryServer(server, 'update spot_orders set fee = fee + 1 where id = $1', [id]);
    const { exitCode, output, errors } = await replay(id, '--json');
    await queryServer(server, 'update spot_orders set fee = fee - 1 where id = $1', [id]);
    await server.setMarketStatus(marketId, 'trading');

    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ is_same_as_stored: false, order: id });
    expect(errors).toMatch(/fee is \d+, the replay says \d+/);
  });

  test('reports a missing order in one line', async () => {
    expect(await replay('999999999')).toEqual({
      exitCode: 2,
      output: '',
      errors: 'there is no order 999999999\nSee npm run qa -- --help\n',
    });
  });
});

test('the running server finds an order that differs from its log, and takes no new orders in its market', async () => {
  const example = world.example('buy');
  const half = example.quantity / 2n;
  const id = await world.placeLimit(world.owner, 'buy', example.price, example.quantity);
  // The writer keeps the agreed fee rate in memory; the stored one differs.
  await queryServer(server, 'update spot_orders set maker_fee_ppm = 1 where id = $1', [id]);
  await world.placeLimit(world.counter, 'sell', example.price, half);

  const line = await server.waitForLog(
    new RegExp(`"orderId":${id},.*an order differs from its log`),
  );
  expect(JSON.parse(line)).toMatchObject({ orderId: Number(id), marketId: world.market.id });
  await server.waitForLog(/the market takes no new orders/);
  const rules = { currency_match_id: String(world.market.id), side: 'buy', type: 'limit' } as const;
  const refused = await server.call(
    'placeOrder',
    { ...rules, price: '1', quantity: '1' },
    { ...from(world.owner), headers: { 'idempotency-key': 'an-order-in-a-closed-market' } },
  );
  expect(errorOf(refused)).toBe('market_cancel_only');
  expect(await world.cancel(world.owner, id)).toBeUndefined();

  // A start rechecks the newest orders, so the stored value is restored first.
  await queryServer(server, 'update spot_orders set maker_fee_ppm = $1 where id = $2', [
    example.makerFeePpm,
    id,
  ]);
  await queryServer(server, "update spot_markets set status = 'trading'");
  await server.restart();
});
