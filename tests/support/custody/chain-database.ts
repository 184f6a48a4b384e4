/** A database for tests of chains: users with deposit addresses, and the reports to a listener. */
import { sql } from 'drizzle-orm';
import type {
  Chain,
  ChainListener,
  OwnPayment,
  WaitingRead,
} from '../../../server/areas/custody/custody.area.ts';
import { ChainHealth, type ChainHealthParts } from '../../../server/areas/custody/chain-health.ts';
import { createDepositAddresses } from '../../../server/areas/custody/deposit-addresses.ts';
import {
  insertDepositAddress,
  takeAddressIndex,
} from '../../../server/areas/custody/deposit-addresses.repo.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';

export const ANN = 1;
export const BOB = 2;

/** Opens a database with two users and a table of reports. */
export async function openChainDatabase(address: DatabaseAddress): Promise<Database> {
  const database = openDatabase(address, createLog('silent'));
  for (const name of ['ann', 'bob'])
    await database.execute(sql`
      insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
      values (${name}, ${`${name}@example.org`}, '', ${name}, 'en-US', 0)`);
  await database.execute(sql`
    create table reported_blocks (place serial, number int, hash text, is_connected boolean, payments jsonb)`);
  return database;
}

/** The halts of chains of a test, whose causes never persist. */
export const openHealth = (parts: Omit<ChainHealthParts, 'persists'>): ChainHealth =>
  new ChainHealth({ ...parts, persists: () => false });

/** Takes the halts of a scanner and notes their causes. */
export function notingHealth() {
  const causes: string[] = [];
  const halt: ChainHealth['halt'] = async (_db, _chain, cause) => void causes.push(cause);
  return { causes, halt };
}

/** The addresses of users of these chains, without coins. */
export const addressesOn = (database: Database, chains: ReadonlyMap<string, Chain>) =>
  createDepositAddresses({
    database,
    chains,
    coins: { find: () => Promise.reject(new Error('not in this test')) },
    isFollowed: () => true,
    log: createLog('silent'),
  });

/** Gives the user an address, as if requested. */
export async function giveAddress(
  database: Database,
  chain: Pick<Chain, 'name' | 'addressFor'>,
  userId: number,
  currencyId: number,
): Promise<string> {
  const index = await takeAddressIndex(database);
  const address = chain.addressFor(index);
  await insertDepositAddress(
    database,
    { userId, currencyId, chain: chain.name, index, address },
    0,
  );
  return address;
}

interface ReportedBlock {
  readonly number: number;
  readonly hash: string;
  readonly isConnected: boolean;
  readonly payments: readonly OwnPayment[];
}

/** Stores each fact in the transaction that reports it. `fails` may throw, before or after. */
export function writingListener(
  fails: (
    when: 'connecting' | 'connected' | 'disconnecting' | 'head' | 'waiting',
  ) => void = () => {},
): ChainListener & { readonly heads: number[]; readonly waiting: WaitingRead[] } {
  const heads: number[] = [];
  const waiting: WaitingRead[] = [];
  return {
    heads,
    waiting,
    async blockConnected(tx, { block, payments }) {
      fails('connecting');
      const text = JSON.stringify(payments.map((one) => ({ ...one, amount: String(one.amount) })));
      await tx.execute(sql`
        insert into reported_blocks (number, hash, is_connected, payments)
        values (${block.number}, ${block.hash}, true, ${text}::jsonb)`);
      fails('connected');
    },
    async blockDisconnected(tx, { block }) {
      fails('disconnecting');
      await tx.execute(sql`
        insert into reported_blocks (number, hash, is_connected, payments)
        values (${block.number}, ${block.hash}, false, '[]')`);
    },
    async waitingRead(fact) {
      fails('waiting');
      waiting.push(fact);
    },
    async headMoved(_chain, head) {
      fails('head');
      heads.push(head.number);
    },
  };
}

/** Reported blocks in order. */
export async function reportedBlocks(database: Database): Promise<readonly ReportedBlock[]> {
  const { rows } = await database.execute<{
    number: number;
    hash: string;
    is_connected: boolean;
    payments: (Omit<OwnPayment, 'amount'> & { amount: string })[];
  }>(sql`select number, hash, is_connected, payments from reported_blocks order by place`);
  return rows.map(({ number, hash, is_connected: isConnected, payments }) => ({
    number,
    hash,
    isConnected,
    payments: payments.map((one) => ({ ...one, amount: BigInt(one.amount) })),
  }));
}

/** Payments of the blocks that are connected after all reports. */
export async function standingPayments(database: Database): Promise<readonly OwnPayment[]> {
  const standing: ReportedBlock[] = [];
  for (const block of await reportedBlocks(database)) {
    if (block.isConnected) standing.push(block);
    else if (standing.pop()?.hash !== block.hash)
      throw new Error(`block ${block.number} was disconnected out of turn`);
  }
  return standing.flatMap(({ payments }) => payments);
}
