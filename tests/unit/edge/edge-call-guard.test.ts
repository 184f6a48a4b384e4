/** Calls that would wait without an end: each gets its answer at once, and its work goes on. */
import { expect, test } from 'vitest';
import { clientOf, widerNetworkOf } from '../../../server/edge/http/address.ts';
import { CallGuard } from '../../../server/edge/http/call-guard.ts';

const CLIENT = '203.0.113.1';
const OTHER = '203.0.113.2';
const READ = { isRead: true, isFromMemory: false };
const CHANGE = { isRead: false, isFromMemory: false };
const never = () => new Promise<never>(() => {});
const faultOf = async (call: Promise<unknown>) => {
  const error = (await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { readonly fault: object } | undefined;
  return error?.fault;
};
const down = { error: 'service_unavailable', retryAfterS: 5 };
const busy = { error: 'service_unavailable', retryAfterS: 1 };

test('a call gets the result or the error of its work', async () => {
  const guard = new CallGuard();
  expect(await guard.run(READ, CLIENT, async () => 'read')).toBe('read');
  await expect(
    guard.run(CHANGE, CLIENT, () => Promise.reject(new RangeError('mine'))),
  ).rejects.toThrow('mine');
});

test('the end of all calls under way is known, and a cut call does not hold it up', async () => {
  const guard = new CallGuard();
  await guard.settled();
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const call = guard.run(READ, CLIENT, () => held);
  const order: string[] = [];
  const settled = guard.settled().then(() => order.push('settled'));
  void held.then(() => order.push('answered'));
  release('done');
  await Promise.all([call, settled]);
  expect(order).toEqual(['answered', 'settled']);

  const cut = guard.run(READ, CLIENT, never);
  const after = guard.settled();
  guard.close();
  expect(await faultOf(cut)).toEqual(down);
  await after;
});

test('one call too many is refused without being begun, until one has ended', async () => {
  const guard = new CallGuard({ underWayMax: 2 });
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const first = guard.run(READ, CLIENT, () => held);
  void guard.run(CHANGE, CLIENT, never);
  let hasBegun = false;
  const tooMany = guard.run(READ, CLIENT, async () => (hasBegun = true));
  expect(await faultOf(tooMany)).toEqual(busy);
  expect(hasBegun).toBe(false);
  release('done');
  expect(await first).toBe('done');
  expect(await guard.run(READ, CLIENT, async () => 'next')).toBe('next');
});

test('one client takes only its part of the calls under way, and leaves it again', async () => {
  const guard = new CallGuard({ ofClientMax: 2 });
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const first = guard.run(READ, CLIENT, () => held);
  const failing = guard.run(CHANGE, CLIENT, () => held.then(() => Promise.reject(new Error('no'))));
  let hasBegun = false;
  const tooMany = guard.run(READ, CLIENT, async () => (hasBegun = true));
  expect(await faultOf(tooMany)).toEqual(busy);
  expect(hasBegun).toBe(false);
  // Neither other clients nor calls that need no connection are refused.
  expect(await guard.run(READ, OTHER, async () => 'other')).toBe('other');
  const cancel = { isRead: false, isFromMemory: true };
  expect(await guard.run(cancel, CLIENT, async () => 'canceled')).toBe('canceled');
  expect(guard.readiness).toBe('ready');
  release('done');
  expect(await first).toBe('done');
  await expect(failing).rejects.toThrow('no');
  for (const answer of ['next', 'last'])
    expect(await guard.run(READ, CLIENT, async () => answer)).toBe(answer);
});

test('cut calls of a client take no room from its later ones, not even when they end', async () => {
  const guard = new CallGuard({ ofClientMax: 1 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const cut = guard.run(READ, CLIENT, () => held);
  guard.setHung(true);
  expect(await faultOf(cut)).toEqual(down);
  guard.setHung(false);
  let hasBegun = false;
  const next = guard.run(READ, CLIENT, () => {
    hasBegun = true;
    return never();
  });
  next.catch(() => undefined);
  expect(hasBegun).toBe(true);
  release();
  await held;
  expect(await faultOf(guard.run(READ, CLIENT, async () => 'second'))).toEqual(busy);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
])('the client of %s is %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:0:0', '2001:db8:0'],
  ['', ''],
])('the wider network of the client %s is %s', (client, network) => {
  expect(widerNetworkOf(client)).toBe(network);
});

test('a database that hangs cuts calls, whose work goes on, and refuses changes before they begin', async () => {
  const guard = new CallGuard();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let hasEnded = false;
  const cut = guard.run(CHANGE, CLIENT, async () => {
    await held;
    hasEnded = true;
  });
  guard.setHung(true);
  expect(await faultOf(cut)).toEqual(down);
  let hasBegun = false;
  expect(await faultOf(guard.run(CHANGE, CLIENT, async () => (hasBegun = true)))).toEqual(down);
  expect(hasBegun).toBe(false);
  release();
  await expect.poll(() => hasEnded).toBe(true);
});

test('while the database hangs, reads of memory are answered, and others soon refused', async () => {
  const guard = new CallGuard();
  guard.setHung(true);
  expect(await guard.run(READ, CLIENT, async () => 'from memory')).toBe('from memory');
  const beganAt = performance.now();
  expect(await faultOf(guard.run(READ, CLIENT, never))).toEqual(down);
  expect(performance.now() - beganAt).toBeLessThan(5_000);
  guard.setHung(false);
  expect(await guard.run(CHANGE, CLIENT, async () => 'changed')).toBe('changed');
});

test('cut calls take no room from later ones', async () => {
  const guard = new CallGuard({ underWayMax: 1 });
  const cut = guard.run(READ, CLIENT, never);
  guard.setHung(true);
  expect(await faultOf(cut)).toEqual(down);
  guard.setHung(false);
  expect(await guard.run(READ, CLIENT, async () => 'read')).toBe('read');
});

test('after the end every call is answered at once', async () => {
  const guard = new CallGuard();
  const cut = guard.run(READ, CLIENT, never);
  guard.close();
  expect(await faultOf(cut)).toEqual(down);
  expect(await faultOf(guard.run(READ, CLIENT, async () => 'late'))).toEqual(down);
});

test('while there is too much work, calls are refused before they begin, and those under way go on', async () => {
  let refused: 'nothing' | 'commands' | 'all' = 'nothing';
  const guard = new CallGuard({
    isBusy: ({ isRead }) => refused === 'all' || (refused === 'commands' && !isRead),
  });
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const underWay = guard.run(CHANGE, CLIENT, () => held);
  expect(guard.readiness).toBe('ready');
  refused = 'commands';
  expect(guard.readiness).toBe('busy');
  let hasBegun = false;
  const late = guard.run(CHANGE, CLIENT, async () => (hasBegun = true));
  expect(await faultOf(late)).toEqual(busy);
  expect(hasBegun).toBe(false);
  expect(await guard.run(READ, CLIENT, async () => 'read')).toBe('read');
  refused = 'all';
  expect(await faultOf(guard.run(READ, CLIENT, async () => 'read'))).toEqual(busy);
  release('posted');
  expect(await underWay).toBe('posted');
});

test('too much work of the database refuses no call that works from memory', async () => {
  const guard = new CallGuard({ isBusy: ({ isFromMemory }) => !isFromMemory });
  expect(guard.readiness).toBe('busy');
  expect(await faultOf(guard.run(CHANGE, CLIENT, async () => 'stored'))).toEqual(busy);
  expect(await faultOf(guard.run(READ, CLIENT, async () => 'stored'))).toEqual(busy);
  const cancel = { isRead: false, isFromMemory: true };
  expect(() => guard.refuseWhileBusy(READ)).toThrow('service_unavailable');
  guard.refuseWhileBusy(cancel);
  expect(await guard.run(cancel, CLIENT, async () => 'canceled')).toBe('canceled');
});

test('its readiness says why commands are refused', () => {
  const guard = new CallGuard();
  guard.setHung(true);
  expect(guard.readiness).toBe('database_hangs');
  guard.setHung(false);
  expect(guard.readiness).toBe('ready');
  guard.close();
  expect(guard.readiness).toBe('stopping');
});
