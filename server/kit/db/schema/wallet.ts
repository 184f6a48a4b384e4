/** Tables of deposits, withdrawals, transfers, and of their postings for the spot writer. */
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
import { CHAIN_HALT_CAUSES } from '../../../../contract/wallet/chain-halts.ts';
import { epochMs, units, whole } from './columns.ts';
import { users } from './identity.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id);
const identity = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

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

/** One row per currency on a chain. */
export const walletCoins = pgTable(
  'wallet_coins',
  {
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    /** Decimals of the amounts on the chain. */
    decimals: smallint().notNull(),
    /** Contract of the token; null for the chain's native coin. */
    contractAddress: text('contract_address'),
    canDeposit: boolean('can_deposit').notNull(),
    canWithdraw: boolean('can_withdraw').notNull(),
    minDeposit: units('min_deposit').notNull(),
    minWithdrawal: units('min_withdrawal').notNull(),
    withdrawalFee: units('withdrawal_fee').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currencyId, table.chain] })],
);

/**
 * Addresses for a user's deposits of a coin. `index` derives the key from the installation's seed.
 */
export const depositAddresses = pgTable(
  'deposit_addresses',
  {
    index: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('deposit_addresses_person').on(table.userId, table.currencyId, table.chain),
    uniqueIndex('deposit_addresses_address').on(table.chain, table.address),
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

/** Scanner position of each chain. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chain: text().notNull(),
    number: whole('number').notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
);

/** Reason why the withdrawals of a chain are closed; a halt lasts until an operator ends it. */
export const chainHalts = pgTable(
  'chain_halts',
  {
    id: identity(),
    chain: text().notNull(),
    cause: text({ enum: CHAIN_HALT_CAUSES }).notNull(),
    /** Description of the finding, for the operator. */
    detail: text().notNull(),
    beganAtMs: epochMs('began_at_ms').notNull(),
    endedAtMs: epochMs('ended_at_ms'),
    operatorId: integer('operator_id'),
  },
  (table) => [
    uniqueIndex('chain_halts_open')
      .on(table.chain, table.cause)
      .where(sql`${table.endedAtMs} is null`),
  ],
);

/** The wallets that pay withdrawals, with the nonce of each wallet's next transaction. */
export const chainWallets = pgTable(
  'chain_wallets',
  {
    chain: text().notNull(),
    address: text().notNull(),
    nextNonce: whole('next_nonce').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address] })],
);

/**
 * Amounts that the wallets of a chain hold beyond deposits less withdrawals, at the last comparison; one row
 * per currency on a chain.
 */
export const chainReserves = pgTable(
  'chain_reserves',
  {
    chain: text().notNull(),
    currencyId: integer('currency_id').notNull(),
    reserve: units('reserve').notNull(),
    /** The least surplus at the last comparison. */
    seen: units('seen').notNull(),
    /** Network fees that may still be missing from the reserve. */
    feesOpen: units('fees_open').notNull(),
    /** Whether coins are missing, and no operator has acknowledged it yet. */
    isShort: boolean('is_short').notNull(),
    /** Every transfer up to the block has a nonce below this number. */
    walletUsed: whole('wallet_used').notNull(),
    blockNumber: whole('block_number').notNull(),
    checkedAtMs: epochMs('checked_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.currencyId] })],
);
