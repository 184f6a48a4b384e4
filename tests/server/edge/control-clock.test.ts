/** The clock of a server under test: moved, held at a millisecond, and let go on. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { errorOf, newAddress } from '../../support/users/accounts.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));
afterEach(() => server.releaseClock());

const now = () => server.controlAdvance(0);

test('a held clock has that millisecond for all readers, until it is moved', async () => {
  const email = newAddress('held');
  const ask = async () => errorOf(await server.call('sendEmailCode', { email, scene: 'register' }));
  const sentAtMs = (await now()) + MINUTE_MS;
  await server.holdClock(sentAtMs);
  expect(await ask()).toBeUndefined();

  await server.holdClock(sentAtMs + LIMITS.verification_code_resend_ms - 1);
  expect(await ask()).toBe('code_sent_recently');
  expect(await server.controlAdvance(1)).toBe(sentAtMs + LIMITS.verification_code_resend_ms);
  expect(await ask()).toBeUndefined();
});

test('a released clock continues from its held time', async () => {
  const atMs = (await now()) + MINUTE_MS;
  await server.holdClock(atMs);
  expect(await now()).toBe(atMs);
  await server.releaseClock();
  await eventually(async () => {
    const passedMs = (await now()) - atMs;
    expect(passedMs).toBeGreaterThan(0);
    expect(passedMs).toBeLessThan(MINUTE_MS);
  });
});

test('a clock is not held at a past moment, and stays unchanged', async () => {
  const atMs = (await now()) + MINUTE_MS;
  await expect(server.holdClock(atMs - 2 * MINUTE_MS)).rejects.toThrow(/409.*time_has_passed/);
  await server.holdClock(atMs);
  await expect(server.holdClock(atMs - 1)).rejects.toThrow(/409.*time_has_passed/);
  expect(await now()).toBe(atMs);
});

test.each<[string, object]>([
  ['no time', {}],
  ['a part of a millisecond', { at_ms: 4_102_444_800_000.5 }],
  ['a text', { at_ms: '4102444800000' }],
  ['more than a moment', { at_ms: 4_102_444_800_000, ms: 1 }],
])('a clock is not held at %s', async (_, body) => {
  await expect(server.control('POST', '/clock/hold', body)).rejects.toThrow(/400/);
  expect(await now()).toBeLessThan(4_102_444_800_000);
});
