/** Tables of deposits and their proofs, withdrawals, transfers, and of their postings for the spot writer. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { epochMs, identity, units, whole } from './columns.ts';
import { userId } from './identity.ts';

/**
 * Movements on spot accounts, stored before the spot writer books them. The commit that books a
 * movement fills in `number`, so a movement with a number is booked and one without is not.
 */
export const spotPostings = pgTable(
  'spot_postings',
  {
    id: identity(),
    recipe: text().notNull(),
    causeId: text('cause_id').notNull(),
    actorId: integer('actor_id').notNull(),
    requestId: text('request_id').notNull(),
    /** Entries of the movement; amounts as text. */
    entries: jsonb().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    /** Number in the spot journal. */
    number: bigint({ mode: 'bigint' }),
    /** Set when the balance did not cover it; it is never booked then. */
    refusedAtMs: epochMs('refused_at_ms'),
    /** The posting of the dealing writer that must be booked before; null for none. */
    waitsFor: whole('waits_for'),
  },
  (table) => [
    // Each cause is booked once.
    uniqueIndex('spot_postings_cause').on(table.recipe, table.causeId),
    // Each withdrawal is held once, under any terms; its cause is `<withdrawal>:<terms>`.
    uniqueIndex('spot_postings_held')
      .on(sql`split_part(${table.causeId}, ':', 1)`)
      .where(sql`${table.recipe} = 'withdrawal.held'`),
    uniqueIndex('spot_postings_number').on(table.number),
    index('spot_postings_open')
      .on(table.id)
      .where(sql`${table.number} is null and ${table.refusedAtMs} is null`),
    check('spot_postings_one_end', sql`${table.number} is null or ${table.refusedAtMs} is null`),
  ],
);

/** One row per output that pays a deposit address; its lifecycle is `deposit`. */
export const deposits = pgTable(
  'deposits',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    /** Index of the output or log entry in the transaction. */
    outputIndex: integer('output_index').notNull(),
    amount: units('amount').notNull(),
    /** The block that has it now; null if none has. */
    blockNumber: whole('block_number'),
    blockHash: text('block_hash'),
    confirmations: integer().notNull(),
    phase: text({
      enum: ['seen', 'confirming', 'credited', 'settled', 'below_minimum', 'reversed'],
    }).notNull(),
    /** The unpaid rest after a reorganization reversed it. */
    shortfall: units('shortfall')
      .notNull()
      .default(sql`0`),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    // Each output is credited once.
    uniqueIndex('deposits_output').on(table.chain, table.transactionHash, table.outputIndex),
    index('deposits_address').on(table.chain, table.address, table.currencyId),
    index('deposits_user').on(table.userId, table.id),
    index('deposits_open')
      .on(table.chain, table.id)
      .where(sql`${table.phase} in ('seen', 'confirming', 'credited')`),
    // Deposits that a block contains again, and that are not counted since.
    index('deposits_returned')
      .on(table.chain, table.id)
      .where(sql`${table.phase} = 'reversed' and ${table.blockNumber} is not null`),
    index('deposits_block')
      .on(table.chain, table.blockNumber)
      .where(sql`${table.blockNumber} is not null`),
    // Deposits that limit withdrawals by a lien; all together are the unsettled credit.
    index('deposits_lien')
      .on(table.userId)
      .where(sql`${table.phase} = 'credited'`),
    index('deposits_owed')
      .on(table.userId, table.currencyId)
      .where(sql`${table.shortfall} > 0`),
  ],
);

/** One row per user and UTC day with deposits below the minimum; only the first of them are listed. */
export const smallDeposits = pgTable(
  'small_deposits',
  {
    userId: userId(),
    dayMs: epochMs('day_ms').notNull(),
    /** Payments of that day; a block that is reported again counts again. */
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.dayMs] })],
);

/** One row per attempt to collect the shortfall of a reversed deposit. */
export const depositRecoveries = pgTable(
  'deposit_recoveries',
  {
    id: identity(),
    depositId: whole('deposit_id')
      .notNull()
      .references(() => deposits.id),
    amount: units('amount').notNull(),
    /** The account type of the owner that it is taken from. */
    accountType: smallint('account_type')
      .notNull()
      .default(sql`1`),
    /**
     * The posting that takes it from the spot account; null inside the transaction that inserts both, and for
     * other accounts.
     */
    postingId: whole('posting_id'),
    /** Whether the outcome of the posting is in `shortfall` of the deposit. */
    isSettled: boolean('is_settled').notNull(),
  },
  (table) => [
    // One open recovery at a time, so that no shortfall is collected twice.
    uniqueIndex('deposit_recoveries_open')
      .on(table.depositId)
      .where(sql`not ${table.isSettled}`),
  ],
);

/** Addresses that a user may withdraw to. */
export const withdrawalAddresses = pgTable(
  'withdrawal_addresses',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    label: text().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    removedAtMs: epochMs('removed_at_ms'),
  },
  (table) => [
    uniqueIndex('withdrawal_addresses_bound')
      .on(table.userId, table.currencyId, table.chain, table.address)
      .where(sql`${table.removedAtMs} is null`),
  ],
);

/** One row per withdrawal; its lifecycle is `withdrawal`. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    /** Amount that leaves the account, including the fee. */
    amount: units('amount').notNull(),
    fee: units('fee').notNull(),
    /** The posting that freezes the amount; null only inside the transaction that inserts both. */
    holdPostingId: whole('hold_posting_id'),
    /** Value in units of USDT at the request; counts towards the day's limit. */
    value: units('value').notNull(),
    /** requested: its funds are not frozen yet, and it is not shown. refused: they never were. */
    phase: text({
      enum: [
        'requested',
        'refused',
        'pending_review',
        'approved',
        'broadcasting',
        'confirming',
        'manual_review',
        'success',
        'rejected',
        'cancelled',
      ],
    }).notNull(),
    /** The newest signed transaction; every rebroadcast sends it unchanged. */
    rawTransaction: text('raw_transaction'),
    /**
     * All transactions that were signed for its nonce, oldest first, once its fee was raised; empty
     * before. Any of them may be mined.
     */
    signedTransfers: jsonb('signed_transfers')
      .$type<readonly { readonly hash: string; readonly rawTransaction: string }[]>()
      .notNull()
      .default([]),
    /** Whether it is due for broadcast and no broadcast has started. */
    isBroadcastDue: boolean('is_broadcast_due').notNull().default(false),
    transactionHash: text('transaction_hash'),
    confirmations: integer().notNull(),
    reason: text({
      enum: ['address_refused', 'identity_check', 'suspicious_activity', 'not_sent', 'other'],
    }),
    reasonText: text('reason_text'),
    operatorId: integer('operator_id'),
    /** Factor by which an operator raised the highest network fee of the settings. */
    feeMaxFactor: integer('fee_max_factor').notNull().default(1),
    idempotencyKey: text('idempotency_key').notNull(),
    /** The terms of the key's first use. */
    terms: text().notNull(),
    requestId: text('request_id').notNull(),
    /** Proves that a request passed the gate of this server, see `withdrawal-seals.ts`; null in older rows. */
    seal: text(),
    revision: integer().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
    updatedAtMs: epochMs('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('withdrawals_key').on(table.userId, table.idempotencyKey),
    index('withdrawals_user').on(table.userId, table.id),
    index('withdrawals_day').on(table.userId, table.createdAtMs),
    index('withdrawals_open')
      .on(table.phase, table.id)
      .where(sql`${table.phase} not in ('success', 'rejected', 'cancelled', 'refused')`),
  ],
);

/**
 * One row per transfer between accounts of one user; done when `posting_id`, if it has one, is
 * booked.
 */
export const transfers = pgTable(
  'transfers',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    fromAccountType: smallint('from_account_type').notNull(),
    toAccountType: smallint('to_account_type').notNull(),
    amount: units('amount').notNull(),
    /** Its part in the spot journal; null when neither account is the spot account. */
    postingId: whole('posting_id'),
    /** Its part in the dealing journal; null when no account of it is a contract or fast-contract account. */
    dealingPostingId: whole('dealing_posting_id'),
    /** Its movement in the general journal; null when it has none, or not yet. */
    movementNumber: bigint('movement_number', { mode: 'bigint' }),
    /** Whether that movement is its second leg, which followed the posting; not in transfers of today. */
    hasArrival: boolean('has_arrival').notNull().default(false),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    check(
      'transfers_booked',
      sql`num_nonnulls(${table.postingId}, ${table.dealingPostingId}, ${table.movementNumber}) > 0`,
    ),
    uniqueIndex('transfers_key').on(table.userId, table.idempotencyKey),
    index('transfers_user').on(table.userId, table.id),
    // Transfers whose second leg is not booked yet.
    index('transfers_arriving')
      .on(table.id)
      .where(sql`${table.hasArrival} and ${table.movementNumber} is null`),
  ],
);

/**
 * Results of the comparisons of deposits with their chains. Only the owner of the tables adds to it. A row repeats the
 * deposit as it was compared, so that a later change of the deposit shows. The migration of this table has accepted the
 * deposits from before it, as `taken_over`.
 */
export const depositProofs = pgTable(
  'deposit_proofs',
  {
    id: identity(),
    depositId: whole('deposit_id').notNull(),
    /** credit, settlement: the chain had the deposit before it was credited, or settled. refuted: it does not have it. */
    kind: text({ enum: ['taken_over', 'credit', 'settlement', 'refuted'] }).notNull(),
    userId: integer('user_id').notNull(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    outputIndex: integer('output_index').notNull(),
    amount: units('amount').notNull(),
    blockNumber: whole('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Reason of a refusal, for the operator; empty otherwise. */
    reason: text().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('deposit_proofs_once').on(table.depositId, table.kind, table.blockHash),
    index('deposit_proofs_output').on(table.chain, table.transactionHash, table.outputIndex),
    index('deposit_proofs_refuted')
      .on(table.depositId)
      .where(sql`${table.kind} = 'refuted'`),
    index('deposit_proofs_taken_over')
      .on(table.chain, table.depositId)
      .where(sql`${table.kind} = 'taken_over'`),
  ],
);

/**
 * Withdrawals that had not ended when their column `seal` was added. The migration of this table has filled it, and the
 * role of the running server may not add to it.
 */
export const withdrawalsBeforeSeals = pgTable('withdrawals_before_seals', {
  withdrawalId: whole('withdrawal_id').primaryKey(),
});
