/**
 * Transfers between a user's own accounts: immediate, free, once per key (RULES "Accounts, deposits,
 * withdrawals, transfers").
 */
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/commands/deadline.ts';
import type { Database } from '../../kit/db/database.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import type { OwingUsers } from './owing-users.ts';
import type { TransferArrivals } from './transfer-arrivals.ts';
import { legsOf } from './transfer-legs.ts';
import {
  deleteRefusedTransfer,
  findKeyedTransfer,
  findTransfer,
  findTransferBehind,
  findTransfers,
  writeTransfer,
} from './transfers.repo.ts';
import type { TransferFilter, TransferParts, TransferRow } from './transfers.repo.ts';

/** A transfer that is done. */
export type Transfer = Omit<
  TransferRow,
  'postingId' | 'movementNumber' | 'hasArrival' | 'idempotencyKey'
>;

export interface NewTransfer {
  readonly userId: number;
  readonly currencyId: number;
  readonly fromAccountType: number;
  readonly toAccountType: number;
  /** Units above zero of the currency. */
  readonly amount: bigint;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
  readonly requestId: string;
  readonly now: EpochMs;
}

export type TransferRefusal =
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'transfer_accounts_invalid'
  | 'shortfall_unpaid'
  | 'insufficient_balance'
  | 'service_unavailable';

export interface TransferList {
  /** Transfers, newest first; may have fewer than the page size, or none, even if a next page follows. */
  readonly transfers: readonly Transfer[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

export interface TransferService {
  /** Resolves when the transfer is durable. A refused transfer leaves nothing behind: its key may be used again. */
  create(wanted: NewTransfer): Promise<Result<Transfer, TransferRefusal>>;
  page(filter: TransferFilter): Promise<TransferList>;
  /** Rejects a transfer of another user with `transfer_not_found`. */
  find(userId: number, id: number): Promise<Result<Transfer, 'transfer_not_found'>>;
}

export interface TransferServiceParts {
  readonly database: Database;
  /** Stores transfers; its statements have a time limit, see `openKeyedDatabase`. */
  readonly keyed: Database;
  readonly postings: Postings;
  readonly arrivals: Pick<TransferArrivals, 'book'>;
  readonly owing: Pick<OwingUsers, 'has'>;
}

type Finished = Result<Transfer, TransferRefusal>;

interface StoredTransfer {
  readonly transfer: TransferRow;
  /** The movement of its posting; null when another call has stored it. */
  readonly stored: Movement | null;
}

const SPOT = ACCOUNT_TYPES.spot;
/** The most transfers that one page reads, because a filter may match hardly any of a user's transfers. */
const LOOKED_AT_MAX = 5_000;

export function createTransferService(parts: TransferServiceParts): TransferService {
  const { database, keyed, postings, arrivals, owing } = parts;

  /** Returns the transfer of the key; with its posting, if this call has stored it. */
  async function write(wanted: NewTransfer): Promise<Result<StoredTransfer, TransferRefusal>> {
    const { requestId, now, deadline, ...terms } = wanted;
    const movements = partsOf(wanted);
    const row = { ...terms, createdAtMs: now, hasArrival: movements.hasArrival };
    const isLate = deadline.hasPassed();
    const written = isLate ? undefined : await writeTransfer(keyed, row, requestId, movements);
    const { posting } = movements;
    if (written) {
      const stored = posting && { ...posting, causeId: String(written.id) };
      return ok({ transfer: { ...row, ...written, movementNumber: null }, stored });
    }
    return findRepeated(database, wanted, isLate ? 'command_expired' : 'insufficient_balance');
  }

  /** A debit of the spot account must be paid immediately or is refused; a credit to it is already on its way. */
  async function finish({ transfer, stored }: StoredTransfer): Promise<Finished> {
    const { id, postingId, fromAccountType } = transfer;
    if (postingId === null) return ok(transfer);
    if (fromAccountType !== SPOT) {
      const booked = await postings.post(postingId, stored ?? undefined);
      return booked.ok ? ok(transfer) : booked;
    }
    const booked = await postings.postOrRefuse(postingId, stored ?? undefined);
    if (!booked.ok) {
      await deleteRefusedTransfer(database, id);
      return booked;
    }
    if (transfer.hasArrival && transfer.movementNumber === null) await arrivals.book(id);
    return ok(transfer);
  }

  return {
    async create(wanted) {
      if (!areTransferable(wanted)) return refuse('transfer_accounts_invalid');
      if (owing.has(wanted.userId)) {
        const first = await findRepeated(database, wanted, 'shortfall_unpaid');
        return first.ok ? finish(first.value) : first;
      }
      if (wanted.amount >= AMOUNT_END) return refuse('insufficient_balance');
      if (!postings.isOpen) return refuse('service_unavailable');
      const written = await write(wanted);
      return written.ok ? finish(written.value) : written;
    },

    async page(filter) {
      const end = await findTransferBehind(database, filter, LOOKED_AT_MAX);
      const wanted = { ...filter, count: filter.count + 1 };
      const found = await findTransfers(database, wanted, (end ?? 0) + 1);
      const transfers = found.slice(0, filter.count);
      if (found.length > filter.count) return { transfers, next: transfers.at(-1)?.id ?? null };
      return { transfers, next: end === undefined ? null : end + 1 };
    },

    async find(userId, id) {
      const found = await findTransfer(database, userId, id);
      return found === undefined ? refuse('transfer_not_found') : ok(found);
    },
  };
}

/** Whether a user may transfer between these types. Only financial products move money of the financial account. */
const areTransferable = ({ fromAccountType, toAccountType }: NewTransfer): boolean =>
  fromAccountType !== toAccountType &&
  fromAccountType !== ACCOUNT_TYPES.financial &&
  toAccountType !== ACCOUNT_TYPES.financial;

const isSame = (first: TransferRow, wanted: NewTransfer): boolean =>
  first.currencyId === wanted.currencyId &&
  first.fromAccountType === wanted.fromAccountType &&
  first.toAccountType === wanted.toAccountType &&
  first.amount === wanted.amount;

/** Returns the earlier transfer of the key. @param otherwise the refusal when there is none. */
async function findRepeated(
  database: Database,
  wanted: NewTransfer,
  otherwise: TransferRefusal,
): Promise<Result<StoredTransfer, TransferRefusal>> {
  const first = await findKeyedTransfer(database, wanted.userId, wanted.idempotencyKey);
  if (first === undefined) return refuse(otherwise);
  if (!isSame(first, wanted)) return refuse('idempotency_key_reused');
  return ok({ transfer: first, stored: null });
}

/** Returns the movements of the transfer; their cause is known after the insert. */
function partsOf(wanted: NewTransfer): TransferParts {
  const { userId, currencyId, requestId, fromAccountType, toAccountType } = wanted;
  const who = { ownerId: userId, actorId: userId, requestId, causeId: '' };
  const funds = { ...who, currencyId, amount: units(wanted.amount) };
  const [first, second] = legsOf(funds, fromAccountType, toAccountType);
  const posting = [first, second].find((leg) => leg?.by === 'spot')?.movement ?? null;
  return {
    general: first.by === 'rows' ? first.movement : null,
    posting,
    hasArrival: second?.by === 'rows',
  };
}
