/** kill -9 of the server during deposits and withdrawals: no money is lost, and none is paid twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import { createRandom } from '../../support/engine-workload.ts';
import { dataOf } from '../../support/identity-people.ts';
import { newKey } from '../../support/spot-people.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { ChainControl } from '../../support/wallet/chain-control.ts';
import {
  balanceOf,
  depositsOf,
  inPhase,
  newWithdrawer,
  withdraw,
  withdrawalOf,
  type Withdrawer,
} from '../../support/wallet/wallet-people.ts';
import { eventually } from '../../support/eventually.ts';

const SEED = 20_261_120;
const KILLS = 12;
const FUNDS = 100_000;
/** Amounts in USDT: small ones approve themselves, large ones wait for the operator. */
const [SMALL, LARGE, DEPOSIT] = [12, 1_500, 50] as const;
/** Largest sum per user and kill, because a fast machine would exceed the daily limit. */
const SUM_MAX = Math.floor(LIMITS.withdrawal_daily_limit_usdt / KILLS);
/** The share for small withdrawals. */
const SMALL_SUM = 0.25 * SUM_MAX;

let server: TestServer;
let chain: ChainControl;

beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  chain = new ChainControl(server);
  await chain.stopMining();
});
afterAll(() => server.stop());

const died = (pid: number) => eventually(() => expect(() => process.kill(pid, 0)).toThrow());

async function restart(): Promise<void> {
  await server.restart();
  await chain.stopMining();
}

test('a server that dies while it sends what arrives: paid once', async () => {
  const ann = await newWithdrawer(server, { USDT: '100' });
  await chain.failBroadcasts('die_accepted');
  const key = newKey();
  const { pid } = server;
  await withdraw(server, ann, { amount: '40' }, key).catch(() => undefined);
  await died(pid);
  await restart();

  const { id } = dataOf(await withdraw(server, ann, { amount: '40' }, key));
  await inPhase(server, ann, id, 'confirming');
  await chain.mine(LIMITS.withdrawal_confirmations);
  await inPhase(server, ann, id, 'success');
  expect(await chain.paymentsTo(ann.address)).toHaveLength(1);
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('a server that dies before what it sends arrives: not sent again, a person decides', async () => {
  const ann = await newWithdrawer(server, { USDT: '100' });
  await chain.failBroadcasts('die_lost');
  const key = newKey();
  const { pid } = server;
  await withdraw(server, ann, { amount: '40' }, key).catch(() => undefined);
  await died(pid);
  await restart();

  const { id } = dataOf(await withdraw(server, ann, { amount: '40' }, key));
  await chain.mine(3);
  await inPhase(server, ann, id, 'broadcasting');
  await server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
  await inPhase(server, ann, id, 'manual_review');
  expect(await chain.paymentsTo(ann.address)).toEqual([]);
  expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '60', frozen: '40' });
});

interface Asked {
  readonly person: Withdrawer;
  readonly key: string;
  readonly amount: string;
  /** The response before the server died. */
  answer: Withdrawal | undefined;
}

const decide = (id: string, isGood: boolean) =>
  server.control('POST', isGood ? '/withdrawal/approve' : '/withdrawal/reject', {
    withdrawal_id: Number(id),
    operator_id: 1,
    ...(!isGood && { reason: 'other', reason_text: null }),
  });

const sumOf = (person: Withdrawer, asked: readonly Asked[]): number =>
  asked.reduce((sum, one) => (one.person === person ? sum + Number(one.amount) : sum), 0);

/** Withdrawals, rejections and deposits until the server is gone, or the sum is reached. */
function load(people: readonly Withdrawer[], random: () => number, asked: Asked[], sumMax: number) {
  const over = new AbortController();
  const waiting: string[] = [];
  const worker = async (person: Withdrawer) => {
    while (!over.signal.aborted) {
      const left = sumMax - sumOf(person, asked);
      if (left < SMALL) return;
      const isSmall = random() < 0.6 || left < LARGE + SMALL_SUM;
      const amount = String(isSmall ? SMALL : LARGE);
      const one: Asked = { person, key: newKey(), amount, answer: undefined };
      asked.push(one);
      one.answer = dataOf(await withdraw(server, person, { amount }, one.key));
      if (one.answer.phase === 'pending_review') waiting.push(one.answer.id);
    }
  };
  const operator = async () => {
    while (!over.signal.aborted) {
      const id = waiting.shift();
      if (id !== undefined) await decide(id, random() < 0.5);
      await chain.mine();
    }
  };
  const ended = Promise.allSettled([...people.map(worker), operator()]);
  return {
    async end() {
      over.abort();
      await ended;
    },
  };
}

test(
  `after ${KILLS} kills everything that was answered is there, the books add up, and nothing was paid twice`,
  { timeout: 480_000 },
  async () => {
    const random = createRandom(SEED);
    const people = await Promise.all(
      Array.from({ length: 4 }, () => newWithdrawer(server, { USDT: String(FUNDS) })),
    );
    const asked: Asked[] = [];
    const deposited = new Map<string, number>();
    for (let kill = 0; kill < KILLS; kill++) {
      for (const { token } of people) {
        await chain.deposit(token, 'USDT', String(DEPOSIT));
        deposited.set(token, (deposited.get(token) ?? 0) + DEPOSIT);
      }
      const from = asked.length;
      const running = load(people, random, asked, (kill + 1) * SUM_MAX);
      // The crash comes at a random moment; it waits for no condition.
      await pause(150 + random() * 600);
      // On a slow machine the crash comes later: once a user has sent a second request, a response has
      // arrived.
      await eventually(() => expect(asked.length - from).toBeGreaterThan(people.length), {
        interval: 5,
        timeout: 60_000,
      });
      await server.kill();
      await running.end();
      await restart();
      for (const one of asked.slice(from)) {
        const again = dataOf(await withdraw(server, one.person, { amount: one.amount }, one.key));
        if (one.answer !== undefined) expect(again.id).toBe(one.answer.id);
        one.answer = again;
      }
      expect((await server.verifyLedger()).faults).toEqual([]);
    }
    expect(asked.length).toBeGreaterThan(KILLS * people.length);
    await settle(asked);
    for (const person of people) await checkPerson(person, asked, deposited);
  },
);

/**
 * The operator approves waiting withdrawals; everything is sent and confirmed, and lost ones are left to a
 * manual review.
 */
async function settle(asked: readonly Asked[]): Promise<void> {
  for (const { person, answer } of asked) {
    const { id, phase } = await withdrawalOf(server, person, ensure(answer, 'an answer').id);
    if (phase === 'pending_review') await decide(id, true);
  }
  await allIn(asked, ['success', 'rejected', 'broadcasting', 'manual_review']);
  await server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
  await allIn(asked, ['success', 'rejected', 'manual_review']);
}

function allIn(asked: readonly Asked[], phases: readonly string[]): Promise<void> {
  const left = new Set(asked);
  return eventually(
    async () => {
      await chain.mine(LIMITS.withdrawal_confirmations);
      for (const one of left) {
        const { id } = ensure(one.answer, 'an answer');
        const { phase } = await withdrawalOf(server, one.person, id);
        if (!phases.includes(phase)) throw new Error(phase);
        left.delete(one);
      }
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Checks that balance, payments and frozen amount of the user equal the granted amount and the deposits. */
async function checkPerson(
  person: Withdrawer,
  asked: readonly Asked[],
  deposited: ReadonlyMap<string, number>,
): Promise<void> {
  const own = asked.filter((one) => one.person === person);
  let [left, frozen, sent] = [0, 0, 0];
  for (const { answer } of own) {
    const { phase, amount } = await withdrawalOf(server, person, ensure(answer, 'an answer').id);
    if (phase === 'success') sent += 1;
    if (phase === 'success') left += Number(amount);
    else if (phase !== 'rejected') frozen += Number(amount);
  }
  expect(sent).toBeGreaterThan(0);
  expect(await chain.paymentsTo(person.address)).toHaveLength(sent);
  const arrived = ensure(deposited.get(person.token), 'deposits');
  expect(await depositsOf(server, person)).toHaveLength(Math.min(KILLS, 20));
  expect(await balanceOf(server, person, 'USDT')).toEqual({
    available: String(FUNDS + arrived - left - frozen),
    frozen: String(frozen),
  });
}
