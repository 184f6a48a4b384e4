/** The interface of transfers between a user's own accounts. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Postings } from '../../ledger/writer/postings.types.ts';
import type { Contractable } from './contractable.ts';
import type { OwingUsers } from './owing-users.ts';
import type { TransferFilter, TransferRow } from './transfers.repo.ts';

/** A transfer that is done. */
export type Transfer = Omit<
  TransferRow,
  'postingId' | 'dealingPostingId' | 'movementNumber' | 'hasArrival' | 'idempotencyKey'
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
  | 'balance_locked'
  | 'insufficient_balance'
  | 'margin_in_use'
  | 'product_unavailable'
  | 'service_unavailable';

interface TransferList {
  /** Transfers, newest first; may have fewer than the page size, or none, even if a next page follows. */
  readonly transfers: readonly Transfer[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

export interface TransferService {
  /** Resolves when the transfer is durable. A refused transfer leaves nothing behind: its key may be used again. */
  create(wanted: NewTransfer): Promise<Result<Transfer, TransferRefusal>>;
  /** Moves money of a user who owes from a contract account to the spot account, where it is collected. */
  callIn(wanted: Omit<NewTransfer, 'deadline'>): Promise<Result<Transfer, TransferRefusal>>;
  page(filter: TransferFilter): Promise<TransferList>;
  /** Rejects a transfer of another user with `transfer_not_found`. */
  find(userId: number, id: number): Promise<Result<Transfer, 'transfer_not_found'>>;
}

export interface TransferServiceParts {
  readonly database: Database;
  /** Stores transfers; its statements have a time limit, see `openKeyedDatabase`. */
  readonly keyed: Database;
  /** The postings of each writer. */
  readonly postings: {
    readonly spot: TransferPostings<never>;
    readonly dealing: TransferPostings<'margin_in_use'>;
  };
  readonly owing: Pick<OwingUsers, 'has'>;
  /** Account types of products that are switched off: money only leaves them. */
  readonly closedTypes: ReadonlySet<number>;
  /** The most units of the currency that liens of deposits let go into contracts now. */
  readonly contractable: Contractable;
}

type TransferPostings<More extends ErrorName> = Pick<
  Postings<More>,
  'isOpen' | 'post' | 'postOrRefuse'
>;
