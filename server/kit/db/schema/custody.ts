/** Tables of chains: coins, addresses, blocks, halts, wallets and reserves, and the development chain itself. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CHAIN_HALT_CAUSES } from '../../../../contract/wallet/chain-halts.ts';
import { epochMs, identity, units, whole } from './columns.ts';
import { userId } from './identity.ts';

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

/** Blocks of the development chain. */
export const developmentBlocks = pgTable('development_blocks', {
  number: whole('number').primaryKey(),
  hash: text().notNull().unique(),
  parentHash: text('parent_hash').notNull(),
  minedAtMs: epochMs('mined_at_ms').notNull(),
});

/** Payments on the development chain; payments without a block are pending. */
export const developmentTransactions = pgTable(
  'development_transactions',
  {
    hash: text().primaryKey(),
    currencyId: integer('currency_id').notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    amount: units('amount').notNull(),
    /** Nonce of the wallet that pays withdrawals, used once; null for payments of others. */
    nonce: whole('nonce').unique(),
    blockNumber: whole('block_number'),
    createdAtMs: epochMs('created_at_ms').notNull(),
  },
  (table) => [
    index('development_transactions_block').on(table.blockNumber),
    index('development_transactions_to').on(table.toAddress),
  ],
);
