/**
 * The interface of a second product whose accounts a writer holds, as the dealing writer holds the accounts of fast contracts.
 * The product changes the accounts in the writer's memory, and its rows go into the writer's commits.
 */
import type { EpochMs } from '../../../contract/time.ts';
import type { Movement } from '../movement.ts';
import type { OwnedBalance } from './owned-balances.ts';

/** The guest's part of the one statement of a commit. */
export interface GuestStatement {
  /** Part of the name under which the statement is prepared. */
  readonly name: string;
  /** Number of its parameters. */
  readonly parameterCount: number;
  /** Returns its common table expressions, which read the relation `fence`. @param first number of its first parameter. */
  text(first: number): string;
  /** Its expressions whose rows must exist. */
  readonly found: readonly string[];
}

/** The guest's rows of one commit. */
export interface SealedGuest {
  readonly statement: GuestStatement;
  readonly values: readonly string[];
  /** Rows of {@link GuestStatement.found}. */
  readonly foundCount: number;
  /** Called after the commit. @param ordinal of its batch. */
  committed(ordinal: number): void;
}

export interface WriterGuest {
  /** Number of rows that the next seal would return. */
  readonly rows: number;
  /** Returns the changes since the last call; null for none. */
  seal(): SealedGuest | null;
  /** Takes the stored balances of an owner whose accounts are in the writer's memory from now on. */
  load(ownerId: number, balances: readonly OwnedBalance[]): void;
  /** Takes the balances of a committed batch, also of one without rows of the guest, as a transfer makes. */
  booked(balances: readonly OwnedBalance[]): void;
  /** Drops owners whom the writer's memory has dropped. */
  forget(ownerIds: readonly number[]): void;
}

/** A change of the guest, while it runs. */
interface GuestChange {
  /** Time of the change, which never goes back. */
  readonly now: EpochMs;
  book(movement: Movement): void;
  /** Available units of the settlement currency in an account of a loaded owner. */
  available(ownerId: number, accountType: number): bigint;
}

/** Access of a guest to its writer. */
export interface GuestHost {
  /** The settlement currency of the writer. */
  readonly currencyId: number;
  /** False when commands arrive faster than they are committed, and after the end. */
  readonly takesCommands: boolean;
  readonly isClosed: boolean;
  /** Ordinal of the batch that collects changes. */
  readonly ordinal: number;
  knows(ownerId: number): boolean;
  /** Resolves when the accounts of the owner are in memory. */
  load(ownerId: number): Promise<void>;
  /** The balance of an account of the exchange in the settlement currency, in memory. */
  house(accountType: number): Pick<OwnedBalance, 'available' | 'frozen'>;
  /** Changes memory, and adds it to the batch. @throws the error of `change`; the writer ends then. */
  change<T>(asked: EpochMs, change: (change: GuestChange) => T): T;
  /** Resolves when all changes until now are durable. */
  durable(): Promise<void>;
  /** Ends the writer: memory may differ from the store. */
  fail(reason: string, error?: unknown): void;
}
