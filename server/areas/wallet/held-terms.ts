/**
 * Payment that a withdrawal may make: the terms that its hold in the ledger is for. The cause of `withdrawal.held`
 * names the withdrawal and a digest of its terms, so that the append-only ledger decides amount, fee and
 * recipient. The row of the withdrawal only repeats them. A row that differs is not paid.
 */
import { hash } from 'node:crypto';
import type { Executor } from '../../kit/db/database.ts';
import type { LoggedEvent } from '../../kit/lifecycle/log-events.ts';
import { readLifecycleRecord, replayLifecycle } from '../../kit/lifecycle/replay-lifecycle.ts';
import type { SignedTransfer } from '../custody/custody.area.ts';
import { findHold, findLoggedHashes, type FoundHold } from './held-terms.repo.ts';
import { WITHDRAWAL, type WithdrawalRow } from './wallet-lifecycles.ts';

/** The terms that a hold binds; amounts in units of the ledger. */
export type HeldTerms = Pick<
  WithdrawalRow,
  'userId' | 'currencyId' | 'chain' | 'address' | 'amount' | 'fee'
>;

/** The withdrawal differs from its hold or from its log. Nothing is paid or given back for it. */
export class HeldOtherwiseError extends Error {
  override readonly name = 'HeldOtherwiseError';
}

/** Returns a text that only these terms have; `withdrawalHeldForOtherTerms` builds it in SQL. */
export function termsDigest(terms: HeldTerms): string {
  const { userId, currencyId, chain, address, amount, fee } = terms;
  const values = [userId, currencyId, chain, address, String(amount), String(fee)];
  const text = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  return hash('sha256', text, 'base64url');
}

/** Returns the cause of the movement `withdrawal.held`. */
export const holdCause = (id: number, terms: HeldTerms): string => `${id}:${termsDigest(terms)}`;

/**
 * Checks the row against the ledger.
 * @throws HeldOtherwiseError
 */
export async function requireHeld(
  database: Executor,
  row: HeldTerms & Pick<WithdrawalRow, 'id' | 'phase'>,
) {
  const problem = problemOf(await findHold(database, row), row);
  if (problem !== null) throw new HeldOtherwiseError(`withdrawal ${row.id}: ${problem}`);
}

/**
 * Like {@link requireHeld}, and checks that the append-only log of the withdrawal leads to its stored
 * state. A state that was set back would otherwise be signed or given back a second time.
 * @returns the log, oldest first. @throws HeldOtherwiseError
 */
export async function requireHeldAndLogged(
  database: Executor,
  row: HeldTerms & Pick<WithdrawalRow, 'id' | 'phase'>,
): Promise<readonly LoggedEvent[]> {
  await requireHeld(database, row);
  const record = await readLifecycleRecord(database, WITHDRAWAL.kind, row.id);
  const faults = record ? replayLifecycle(WITHDRAWAL, record).faults : ['it has no lifecycle'];
  if (record === undefined || faults.length > 0)
    throw new HeldOtherwiseError(`withdrawal ${row.id} differs from its log: ${faults.join('; ')}`);
  // A log that was replayed has events of the machine and of the runner alone.
  return record.events.map(({ event }) => event as LoggedEvent);
}

/**
 * Checks that the log has exactly these transfers of the withdrawal, so that the status of a foreign
 * transaction never decides about it, and no signed one is left out.
 * @throws HeldOtherwiseError
 */
export async function requireLoggedTransfers(
  database: Executor,
  { id, transactionHash }: Pick<WithdrawalRow, 'id' | 'transactionHash'>,
  transfers: readonly SignedTransfer[],
): Promise<void> {
  const hashes = new Set(transfers.map((transfer) => transfer.hash));
  const logged = new Set(await findLoggedHashes(database, id));
  const isTheirs = hashes.size === logged.size && [...hashes].every((one) => logged.has(one));
  if (!isTheirs || transactionHash === null || !logged.has(transactionHash))
    throw new HeldOtherwiseError(`withdrawal ${id}: its transactions are not the signed ones`);
}

function problemOf(
  hold: FoundHold | undefined,
  row: HeldTerms & Pick<WithdrawalRow, 'id' | 'phase'>,
) {
  if (hold === undefined) return 'the ledger holds nothing for it';
  if (hold.isEnded) return 'its hold has ended';
  // A hold from before holds had terms says nothing of the recipient: it may be given back, not signed.
  const isOld = hold.cause === String(row.id);
  if (isOld && row.phase === 'approved') return 'it was held before holds had terms';
  if (!isOld && hold.cause !== holdCause(row.id, row)) return 'the ledger holds it for other terms';
  return hold.amount === row.amount ? null : 'the ledger holds another amount for it';
}
