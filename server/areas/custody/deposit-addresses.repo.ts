/** Statements on deposit addresses. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { depositAddresses } from '../../kit/db/schema/custody.ts';

interface AddressOwner {
  readonly userId: number;
  readonly currencyId: number;
  readonly chain: string;
}

export async function findDepositAddress(
  db: Executor,
  { userId, currencyId, chain }: AddressOwner,
): Promise<{ readonly index: number; readonly address: string } | undefined> {
  const [row] = await db
    .select({ index: depositAddresses.index, address: depositAddresses.address })
    .from(depositAddresses)
    .where(
      and(
        eq(depositAddresses.userId, userId),
        eq(depositAddresses.currencyId, currencyId),
        eq(depositAddresses.chain, chain),
      ),
    );
  return row;
}

/** Returns the number and the user of a deposit address; undefined when it is of no user. */
export async function findAddress(
  db: Executor,
  chain: string,
  address: string,
): Promise<{ readonly index: number; readonly userId: number } | undefined> {
  const [row] = await db
    .select({ index: depositAddresses.index, userId: depositAddresses.userId })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.chain, chain), eq(depositAddresses.address, address)));
  return row;
}

/** Returns the deposit address of the chain with the smallest number; undefined when it has none. */
export async function findFirstAddress(
  db: Executor,
  chain: string,
): Promise<{ readonly index: number; readonly address: string } | undefined> {
  const [row] = await db
    .select({ index: depositAddresses.index, address: depositAddresses.address })
    .from(depositAddresses)
    .where(eq(depositAddresses.chain, chain))
    .orderBy(asc(depositAddresses.index))
    .limit(1);
  return row;
}

/** Returns a new number, which no address has or will have. */
export async function takeAddressIndex(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ index: bigint }>(
    sql`select nextval(pg_get_serial_sequence('deposit_addresses', 'index')) as index`,
  );
  return Number(rows[0]?.index);
}

/** Keeps an address that the owner got concurrently. */
export async function insertDepositAddress(
  db: Executor,
  row: AddressOwner & { readonly index: number; readonly address: string },
  now: EpochMs,
): Promise<void> {
  await db
    .insert(depositAddresses)
    .overridingSystemValue()
    .values({ ...row, createdAtMs: now })
    .onConflictDoNothing({
      target: [depositAddresses.userId, depositAddresses.currencyId, depositAddresses.chain],
    });
}

/** Returns the addresses that belong to users, with their owners. */
export function findAddressOwners(
  db: Executor,
  chain: string,
  addresses: readonly string[],
): Promise<{ address: string; userId: number }[]> {
  return db
    .select({ address: depositAddresses.address, userId: depositAddresses.userId })
    .from(depositAddresses)
    .where(
      and(eq(depositAddresses.chain, chain), inArray(depositAddresses.address, [...addresses])),
    );
}

/** Returns all addresses of a user on a chain. */
export async function findAddressesOf(
  db: Executor,
  userId: number,
  chain: string,
): Promise<readonly string[]> {
  const rows = await db
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.userId, userId), eq(depositAddresses.chain, chain)));
  return rows.map(({ address }) => address);
}
