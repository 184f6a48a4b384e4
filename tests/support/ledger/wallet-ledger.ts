/** A wallet on top of `small-ledger.ts`: each recipe of the wallet, and one transfer under way. */
import type { Client } from 'pg';
import { provenWhere } from '../wallet/proven-deposits.ts';
import { units } from '../../../contract/money/units.ts';
import { JOURNALS, OWNERS } from '../../../server/ledger/chart.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import {
  depositCredited,
  transferBetween,
  transferFromSpot,
  transferIntoSpot,
  transferTowardsSpot,
  withdrawalHeld,
  withdrawalReleased,
  withdrawalSent,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { storedEntry } from '../../../server/ledger/writer/postings.repo.ts';
import { ANN, BOB, book, BTC, USDT } from './small-ledger.ts';
import { causeOfHold } from '../wallet/wallet-records.ts';

export const CONTRACT = 2;
const FIAT = 3;
/** Number of entries that they add. */
export const WALLET_ENTRIES = 15;

const LAST_SPOT = 6;
const LAST_GENERAL = 3;

const ofAnn = (causeId: string, amount: bigint) => ({
  causeId,
  ownerId: ANN,
  actorId: ANN,
  requestId: 'r',
  currencyId: USDT,
  amount: units(amount),
});
const ofBob = (causeId: string, amount: bigint) => ({
  ...ofAnn(causeId, amount),
  ownerId: BOB,
  actorId: BOB,
  currencyId: BTC,
});

/** Cause of the hold of withdrawal 1, with its terms; the other holds are from before holds had terms. */
const HOLD_OF_ANN = causeOfHold(1, { userId: ANN, currencyId: USDT, amount: 40n, fee: 5n });

/**
 * Postings 1 to 8, all booked but the last. Deposit 1 brought Ann 100 units. Withdrawal 1 holds 40 units of Ann,
 * 2 was sent, 3 was released.
 * Transfer 1 left her spot account, 2 passed between two other accounts, 3 is on its way back with 10 units.
 */
export async function keepWalletLedger(client: Client): Promise<void> {
  const booked = [
    depositCredited({ ...ofAnn('1:1', 100n), actorId: OWNERS.house }),
    withdrawalHeld(ofAnn(HOLD_OF_ANN, 40n)),
    withdrawalHeld(ofBob('2', 50n)),
    withdrawalSent({ ...ofBob('2', 50n), actorId: OWNERS.house, fee: units(5n) }),
    withdrawalHeld(ofAnn('3', 20n)),
    withdrawalReleased(ofAnn('3', 20n)),
    transferFromSpot(ofAnn('1', 30n), CONTRACT),
  ];
  for (const [index, movement] of booked.entries()) {
    const number = LAST_SPOT + 1 + index;
    await writePosting(client, index + 1, movement, number);
    await book(client, JOURNALS.spot, number, movement);
  }
  const between = transferBetween(ofAnn('2', 5n), CONTRACT, FIAT);
  const towards = transferTowardsSpot(ofAnn('3', 10n), CONTRACT);
  await book(client, JOURNALS.general, LAST_GENERAL + 1, between);
  await book(client, JOURNALS.general, LAST_GENERAL + 2, towards);
  await writePosting(client, booked.length + 1, transferIntoSpot(ofAnn('3', 10n)), null);
  await withoutUsers(client);
  await writeDeposit(client);
  await writeWithdrawal(client, [1, ANN, USDT, 40, 2, 'pending_review', 'pendingReview']);
  await writeWithdrawal(client, [2, BOB, BTC, 50, 3, 'success', 'success']);
  await writeWithdrawal(client, [3, ANN, USDT, 20, 5, 'cancelled', 'cancelled']);
  await writeTransfer(client, [1, 1, CONTRACT, 30, booked.length, null]);
  await writeTransfer(client, [2, CONTRACT, FIAT, 5, null, LAST_GENERAL + 1]);
  await writeTransfer(client, [3, CONTRACT, 1, 10, booked.length + 1, LAST_GENERAL + 2]);
}

const writePosting = (client: Client, id: number, movement: Movement, number: number | null) =>
  client.query(
    `insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
     overriding system value values ($1, $2, $3, $4, 'r', $5, 0, $6)`,
    [
      id,
      movement.recipe,
      movement.causeId,
      movement.actorId,
      JSON.stringify(movement.entries.map(storedEntry)),
      number,
    ],
  );

/** Owners of accounts need no row in users here. */
async function withoutUsers(client: Client): Promise<void> {
  for (const table of ['transfers', 'deposits', 'withdrawals'])
    await client.query(
      `alter table ${table} drop constraint if exists ${table}_user_id_users_id_fk`,
    );
}

/** Stores the lifecycle of a record. @param value of its snapshot, as JSON. */
export const writeLife = (
  client: Client,
  kind: string,
  id: number,
  value: unknown,
  context: object = {},
) =>
  client.query(`insert into lifecycles values ($1, $2, 1, 1, $3, 0)`, [
    kind,
    id,
    JSON.stringify({ value, context }),
  ]);

/** The scanner has read the chain `test` for long, up to its block 200. Its block 150 has the deposit. */
async function writeDeposit(client: Client): Promise<void> {
  await client.query(
    `insert into chain_blocks (chain, number, hash)
     select 'test', number, 'b' || number from generate_series(73, 200) number`,
  );
  await client.query(
    `insert into deposits (id, user_id, currency_id, chain, address, transaction_hash, output_index, amount,
       block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
     overriding system value
     values (1, ${ANN}, ${USDT}, 'test', 'a', 'h', 0, 100, 150, 'b150', 6, 'settled', 1, 0, 0)`,
  );
  await client.query(provenWhere('id = 1'));
  await writeLife(client, 'deposit', 1, 'settled', { credits: 1 });
}

/** @param values number, owner, currency, amount, posting of the hold, phase, state of the lifecycle. */
async function writeWithdrawal(
  client: Client,
  [id, ownerId, currencyId, amount, hold, phase, state]: readonly [
    number,
    number,
    number,
    number,
    number,
    string,
    string,
  ],
): Promise<void> {
  await client.query(
    `insert into withdrawals (id, user_id, currency_id, amount, hold_posting_id, phase, chain, address, fee,
       value, confirmations, idempotency_key, terms, request_id, revision, created_at_ms, updated_at_ms)
     overriding system value
     values ($1::bigint, $2, $3, $4, $5, $6, 'test', 'a', 5, 0, 0, 'key-' || $1::bigint, '', 'r', 1, 0, 0)`,
    [id, ownerId, currencyId, amount, hold, phase],
  );
  await writeLife(client, 'withdrawal', id, state);
}

/** @param values number, account types, amount, posting, movement. */
async function writeTransfer(client: Client, values: readonly (number | null)[]): Promise<void> {
  await client.query(
    `insert into transfers (id, from_account_type, to_account_type, amount, posting_id, movement_number,
       user_id, currency_id, idempotency_key, created_at_ms)
     overriding system value values ($1::bigint, $2, $3, $4, $5, $6, ${ANN}, ${USDT}, 'key-' || $1::bigint, 0)`,
    [...values],
  );
}
