/** Tables of deposits, withdrawals, transfers, and of the movements they ask the spot writer for. */
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
import { epochMs, units, whole } from './columns.ts';
import { users } from './identity.ts';

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id);
const identity = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/**
 * Movements that touch spot accounts, written down before the spot writer books them. The writer
 * fills in `number` in the very commit that books it: with a number it is booked, without one it is not.
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
    /** In the spot journal. */
    number: bigint({ mode: 'bigint' }),
    /** The balance did not cover it: it is never booked. */
    refusedAtMs: epochMs('refused_at_ms'),
  },
  (table) => [
    // What a cause asks for is booked once.
    uniqueIndex('spot_postings_cause').on(table.recipe, table.causeId),
    uniqueIndex('spot_postings_number').on(table.number),
    index('spot_postings_open')
      .on(table.id)
      .where(sql`${table.number} is null and ${table.refusedAtMs} is null`),
    check('spot_postings_one_end', sql`${table.number} is null or ${table.refusedAtMs} is null`),
  ],
);

/** One row a currency on a chain. */
export const walletCoins = pgTable(
  'wallet_coins',
  {
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    /** Of the amounts on the chain. */
    decimals: smallint().notNull(),
    /** Of the token; null for the chain's own coin. */
    contractAddress: text('contract_address'),
    canDeposit: boolean('can_deposit').notNull(),
    canWithdraw: boolean('can_withdraw').notNull(),
    minDeposit: units('min_deposit').notNull(),
    minWithdrawal: units('min_withdrawal').notNull(),
    withdrawalFee: units('withdrawal_fee').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currencyId, table.chain] })],
);

/** Where a person's deposits of a coin arrive. `index` leads from the installation's seed to the key. */
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

/** One row an output that pays a deposit address; its lifecycle is `deposit`. */
export const deposits = pgTable(
  'deposits',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    /** Which output or log entry of the transaction. */
    outputIndex: integer('output_index').notNull(),
    amount: units('amount').notNull(),
    /** Block that has it now; null while none does. */
    blockNumber: whole('block_number'),
    blockHash: text('block_hash'),
    confirmations: integer().notNull(),
    phase: text({
      enum: ['seen', 'confirming', 'credited', 'settled', 'below_minimum', 'reversed'],
    }).notNull(),
    /** What is still owed of it after a reorganisation took it back. */
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
    index('deposits_user').on(table.userId, table.id),
    index('deposits_open')
      .on(table.chain, table.id)
      .where(sql`${table.phase} in ('seen', 'confirming', 'credited')`),
    index('deposits_block')
      .on(table.chain, table.blockNumber)
      .where(sql`${table.blockNumber} is not null and ${table.phase} <> 'settled'`),
    // A lien on what may be withdrawn.
    index('deposits_lien')
      .on(table.userId)
      .where(sql`${table.phase} = 'credited'`),
    index('deposits_owed')
      .on(table.userId, table.currencyId)
      .where(sql`${table.shortfall} > 0`),
  ],
);

/** One row a try to collect what is owed of a deposit that a chain took back. */
export const depositRecoveries = pgTable(
  'deposit_recoveries',
  {
    id: identity(),
    depositId: whole('deposit_id')
      .notNull()
      .references(() => deposits.id),
    amount: units('amount').notNull(),
    /** Takes it; null only inside the transaction that makes both. */
    postingId: whole('posting_id'),
    /** Whether the outcome of the posting is in `shortfall` of the deposit. */
    isSettled: boolean('is_settled').notNull(),
  },
  (table) => [
    // One at a time, so that nothing is collected twice.
    uniqueIndex('deposit_recoveries_open')
      .on(table.depositId)
      .where(sql`not ${table.isSettled}`),
  ],
);

/** Addresses that a person may withdraw to. */
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

/** One row a withdrawal; its lifecycle is `withdrawal`. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: identity(),
    userId: userId(),
    currencyId: integer('currency_id').notNull(),
    chain: text().notNull(),
    address: text().notNull(),
    /** Leaves the account: the fee is in it. */
    amount: units('amount').notNull(),
    fee: units('fee').notNull(),
    /** Freezes the amount; null only inside the transaction that makes both. */
    holdPostingId: whole('hold_posting_id'),
    /** Value in units of USDT when it was asked for: counts towards the day's limit. */
    value: units('value').notNull(),
    /** requested: its funds are not held yet; nobody sees it. refused: they never were. */
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
    /** Signed once: what may be broadcast again is always this. */
    rawTransaction: text('raw_transaction'),
    /** Whether it is to be sent, and nobody has begun to. */
    isBroadcastDue: boolean('is_broadcast_due').notNull().default(false),
    transactionHash: text('transaction_hash'),
    confirmations: integer().notNull(),
    reason: text({
      enum: ['address_refused', 'identity_check', 'suspicious_activity', 'not_sent', 'other'],
    }),
    reasonText: text('reason_text'),
    operatorId: integer('operator_id'),
    /** How many times what the settings allow sending it may cost, by an operator's decision. */
    feeMaxFactor: integer('fee_max_factor').notNull().default(1),
    idempotencyKey: text('idempotency_key').notNull(),
    /** What the key was first used for. */
    terms: text().notNull(),
    requestId: text('request_id').notNull(),
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

/** One row a transfer between accounts of one person; done once `posting_id`, where it has one, is booked. */
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
    /** Its movement in the general journal; null when it comes from the spot account. */
    movementNumber: bigint('movement_number', { mode: 'bigint' }),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    check(
      'transfers_booked',
      sql`${table.postingId} is not null or ${table.movementNumber} is not null`,
    ),
    uniqueIndex('transfers_key').on(table.userId, table.idempotencyKey),
    index('transfers_user').on(table.userId, table.id),
  ],
);

/** How far each chain was read. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chain: text().notNull(),
    number: whole('number').notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
);

/** The wallets that pay withdrawals: the nonce that each one's next transaction gets. */
export const chainWallets = pgTable(
  'chain_wallets',
  {
    chain: text().notNull(),
    address: text().notNull(),
    nextNonce: whole('next_nonce').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address] })],
);

/** Blocks of the development chain. */
export const developmentBlocks = pgTable('development_blocks', {
  number: whole('number').primaryKey(),
  hash: text().notNull().unique(),
  parentHash: text('parent_hash').notNull(),
  minedAtMs: epochMs('mined_at_ms').notNull(),
});

/** Payments on the development chain; without a block they wait to be mined. */
export const developmentTransactions = pgTable(
  'development_transactions',
  {
    hash: text().primaryKey(),
    currencyId: integer('currency_id').notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    amount: units('amount').notNull(),
    /** Of the wallet that pays withdrawals; null for payments of others. One is used once. */
    nonce: whole('nonce').unique(),
    blockNumber: whole('block_number'),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    index('development_transactions_block').on(table.blockNumber),
    index('development_transactions_to').on(table.toAddress),
  ],
);
