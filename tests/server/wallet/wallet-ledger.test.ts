/**
 * Orders, transfers, deposits and withdrawals concurrently in any order: the ledger is consistent, and memory
 * equals the database.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { NO_DEADLINE } from '../../../server/kit/http/deadline.ts';
import type { DatabaseAddress, Transaction } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { OWNERS } from '../../../server/ledger/chart.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import {
  depositCredited,
  withdrawalHeld,
  withdrawalReleased,
  withdrawalSent,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot.area.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { openTransferServer } from '../../support/wallet/transfer-server.ts';
import type { TransferServer } from '../../support/wallet/transfer-server.ts';
import { writeCredited, writePhase, writeRequested } from '../../support/wallet/wallet-records.ts';
import { BTC, BTC_USDT, COIN, newOrder, NOW, USDT } from '../../support/spot/spot-exchange.ts';

const PEOPLE = [1, 2, 3];
const FEE = units(1n);
const [SEED, RUNS] = [20_261_120, 15];

interface Step {
  readonly kind: 'order' | 'cancelAll' | 'transfer' | 'deposit' | 'hold' | 'release' | 'send';
  readonly person: number;
  readonly currencyId: number;
  readonly from: number;
  readonly to: number;
  readonly coins: number;
  readonly side: 'buy' | 'sell';
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      ...(['order', 'order', 'transfer', 'transfer', 'transfer', 'deposit'] as const),
      ...(['hold', 'release', 'send', 'cancelAll'] as const),
    ),
    person: fc.constantFrom(...PEOPLE),
    currencyId: fc.constantFrom(USDT, BTC),
    from: fc.constantFrom(1, 2, 3, 4),
    to: fc.constantFrom(1, 2, 3, 4),
    coins: fc.integer({ min: 1, max: 60 }),
    side: fc.constantFrom('buy', 'sell'),
  }),
  { minLength: 1, maxLength: 60 },
);

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, async (client) => {
    await client.query(
      "insert into currencies values (1, 'USDT', 'Tether', 18), (2, 'BTC', 'Bitcoin', 18)",
    );
    await client.query(
      `insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
       select 'u' || n, 'u' || n || '@example.org', 'none', 'I' || n, 'en-US', 0
       from generate_series(1, ${PEOPLE.length}) as n`,
    );
  });
});
afterAll(() => scratch.stop());

/** Users who act concurrently. */
class Actors {
  /** Booked holds that are neither released nor sent. */
  readonly #held: ReturnType<typeof fundsOf>[] = [];
  #server: TransferServer;
  #causes = 0;

  constructor(server: TransferServer) {
    this.#server = server;
  }

  /** Switches the users to the next server. */
  move(server: TransferServer): void {
    this.#server = server;
  }

  async act(step: Step): Promise<void> {
    const { exchange } = this.#server.spot;
    const request = { ownerId: step.person, requestId: 'r', now: NOW };
    const cause = String((this.#causes += 1));
    switch (step.kind) {
      case 'order':
        await exchange.place(
          newOrder({ ...request, side: step.side, quantityLots: step.coins * 10 }),
        );
        return;
      case 'cancelAll':
        await exchange.cancelAll({ ...request, marketId: BTC_USDT.id });
        return;
      case 'transfer':
        await this.#transfer(step, cause);
        return;
      case 'deposit':
        await this.#deposit(fundsOf(step, cause));
        return;
      case 'hold': {
        const funds = fundsOf(step, cause);
        if (await this.#hold(funds)) this.#held.push(funds);
        return;
      }
      case 'release':
      case 'send': {
        const funds = this.#held.shift();
        if (funds === undefined) return;
        const [movement, phase] =
          step.kind === 'release'
            ? [withdrawalReleased(funds), 'cancelled']
            : [withdrawalSent({ ...funds, actorId: OWNERS.house, fee: FEE }), 'success'];
        const isBooked = await this.#post(movement, (tx) =>
          writePhase(tx, Number(funds.causeId), phase),
        );
        expect(isBooked).toBe(true);
      }
    }
  }

  async #transfer({ person, currencyId, from, to, coins }: Step, key: string): Promise<void> {
    await this.#server.with({}).create({
      userId: person,
      currencyId,
      fromAccountType: from,
      toAccountType: to,
      amount: BigInt(coins) * COIN,
      idempotencyKey: key,
      deadline: NO_DEADLINE,
      requestId: 'r',
      now: NOW,
    });
  }

  async #deposit(funds: ReturnType<typeof fundsOf>): Promise<void> {
    const credit = { ...funds, causeId: `${funds.causeId}:1`, actorId: OWNERS.house };
    await this.#post(depositCredited(credit), (tx) => writeCredited(tx, funds));
  }

  async #hold(funds: ReturnType<typeof fundsOf>): Promise<boolean> {
    const isHeld = await this.#post(withdrawalHeld(funds), (tx, postingId) =>
      writeRequested(tx, { ...funds, fee: FEE }, postingId),
    );
    const id = Number(funds.causeId);
    await transaction(this.#server.spot.database, (tx) =>
      writePhase(tx, id, isHeld ? 'approved' : 'refused'),
    );
    return isHeld;
  }

  /** @param write stores the record behind the movement */
  async #post(
    movement: Movement,
    write: (tx: Transaction, postingId: number) => Promise<void>,
  ): Promise<boolean> {
    const { database, postings } = this.#server.spot;
    const id = await transaction(database, async (tx) => {
      const postingId = await postings.intend(tx, movement, NOW);
      await write(tx, postingId);
      return postingId;
    });
    return (await postings.post(id)).ok;
  }
}

const fundsOf = ({ person, currencyId, coins }: Step, causeId: string) => ({
  causeId,
  ownerId: person,
  actorId: person,
  requestId: 'r',
  currencyId,
  amount: units(BigInt(coins) * COIN),
});

const stored = (address: DatabaseAddress) =>
  withClient(address, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select owner_id as "ownerId", account_type as "accountType", currency_id as "currencyId",
         available::text, frozen::text
       from ledger_accounts
       where account_type = 1 or account_type = 2 and currency_id = ${USDT} and available + frozen <> 0
       order by 1, 2, 3`,
    );
    return rows;
  });
/** Spot accounts, and the contract accounts in their settlement currency that are not empty. */
async function remembered({ spot, lever }: TransferServer) {
  const balances = await Promise.all(PEOPLE.map((id) => spot.exchange.loadBalances(id)));
  const accounts = await Promise.all(PEOPLE.map((id) => lever.exchange.loadAccount(id)));
  return [
    ...balances.flat(),
    ...accounts
      .filter(({ available, frozen }) => available + frozen !== 0n)
      .map((account) => ({ ...account, accountType: 2, currencyId: USDT })),
  ]
    .toSorted(
      (a, b) =>
        a.ownerId - b.ownerId || a.accountType - b.accountType || a.currencyId - b.currencyId,
    )
    .map(({ ownerId, accountType, currencyId, available, frozen }) => ({
      ownerId,
      accountType,
      currencyId,
      available: String(available),
      frozen: String(frozen),
    }));
}

test('the ledger balances, and memory equals the database, whatever users do at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const address = await scratch.copy();
      let server = await openTransferServer(address);
      try {
        await syncSpotMarketRows(server.spot.database, [BTC_USDT]);
        const actors = new Actors(server);
        for (const round of rounds) {
          await Promise.all(round.map((step) => actors.act(step)));
          expect((await verifyWholeLedger(address, 'test', 'any')).faults).toEqual([]);
          expect(await remembered(server)).toEqual(await stored(address));
          // The next server finds the same state.
          await server.close();
          server = await openTransferServer(address);
          actors.move(server);
          await server.spot.postings.recover();
          expect(await remembered(server)).toEqual(await stored(address));
        }
      } finally {
        await server.close();
      }
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});
