/** The service alone: the same gate and lifecycle without HTTP, sessions, secrets and a second process. */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { ensure } from '../../contract/assert.ts';
import { ok } from '../../contract/result.ts';
import { NO_DEADLINE } from '../../server/kit/http/deadline.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../server/kit/db/migrate.ts';
import { createLog } from '../../server/kit/log.ts';
import { copyTemplateInto } from '../../tests/support/databases/database-template.ts';
import { sessionOf, WalletRig } from '../../tests/support/wallet/wallet-rig.ts';
import { makeBenchFolder } from '../lib/bench-folder.ts';

const USDT = 1;
const COIN = 10n ** 18n;
const PLENTY = 10n ** 9n * COIN;

interface ServiceRun {
  readonly people: number;
  /** Withdrawals under way at a time. */
  readonly outstanding: number;
  /** Amount in whole coins. */
  readonly amount: number;
  readonly seconds: number;
}

/** @returns milliseconds of each withdrawal. */
export async function runServiceAlone(run: ServiceRun): Promise<readonly number[]> {
  const dataDir = makeBenchFolder();
  await copyTemplateInto(dataDir, 'empty');
  const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
  await migrateDatabase(postgres.address);
  const rig = await WalletRig.open(postgres.address, {
    creditConfirmations: 1,
    unlockConfirmations: 6,
    withdrawalConfirmations: 6,
    dailyLimit: PLENTY,
    autoApproveBelow: COIN,
    broadcastTimeoutMs: 600_000,
    raiseFeeAfterMs: 180_000,
  });
  const { name } = rig.newChain();
  const people = await Promise.all(
    Array.from({ length: run.people }, async () => {
      const userId = await rig.newPerson(PLENTY);
      return { userId, addressId: await bindAddress(rig, userId, name) };
    }),
  );
  const latencies: number[] = [];
  let keys = 0;
  const until = performance.now() + run.seconds * 1_000;
  const withdrawOn = async (): Promise<void> => {
    while (performance.now() < until) {
      const person = people[Math.floor(Math.random() * people.length)];
      if (person === undefined) throw new Error('no user withdraws');
      const begun = performance.now();
      const answer = await rig.withdrawals.create({
        ...person,
        sessionId: sessionOf(person.userId),
        isVerified: true,
        idempotencyKey: ok(`service-alone-${(keys += 1)}`),
        deadline: NO_DEADLINE,
        amount: String(run.amount),
        payPassword: '',
        googleCode: '',
        requestId: '0b8ff1c4-6a46-4d6e-9d3a-3f1d3c1b2a10',
        now: rig.now,
      });
      if (!answer.ok) throw new Error(answer.error);
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: run.outstanding }, withdrawOn));
  await rig.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return latencies;
}

async function bindAddress(rig: WalletRig, userId: number, chain: string): Promise<number> {
  const { rows } = await rig.database.execute<{ id: number }>(sql`
    insert into withdrawal_addresses (user_id, currency_id, chain, address, label, created_at_ms)
    values (${userId}, ${USDT}, ${chain}, 'outside', '', 0) returning id::integer`);
  return ensure(rows[0], 'id of an address').id;
}
