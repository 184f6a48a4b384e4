/** Users' reads of their deposits and withdrawals: pages and single records. */
import type { RecordState } from '../../../contract/wallet/wallet.ts';
import type { Executor } from '../../kit/db/database.ts';
import { findDeposit, findDeposits } from './deposits.repo.ts';
import { depositPhasesOf, withdrawalPhasesOf } from './wallet-lifecycles.ts';
import type { DepositRow, WithdrawalRow } from './wallet-lifecycles.ts';
import { findOwnWithdrawal, findWithdrawals } from './withdrawals.repo.ts';

interface RecordFilter {
  readonly userId: number;
  readonly currencyId?: number | undefined;
  readonly state?: RecordState | undefined;
  /** Limits the page to smaller ids. */
  readonly before?: number | undefined;
  readonly count: number;
}

export interface RecordPage<Row> {
  /** Rows, newest first. */
  readonly rows: readonly Row[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

export interface Records {
  deposits(filter: RecordFilter): Promise<RecordPage<DepositRow>>;
  withdrawals(filter: RecordFilter): Promise<RecordPage<WithdrawalRow>>;
  /** Returns undefined for a record of another user. */
  deposit(userId: number, id: number): Promise<DepositRow | undefined>;
  withdrawal(userId: number, id: number): Promise<WithdrawalRow | undefined>;
}

export function createRecords(database: Executor): Records {
  return {
    deposits: ({ state, ...filter }) =>
      pageOf(filter, (wanted) =>
        findDeposits(database, { ...wanted, phases: state && depositPhasesOf(state) }),
      ),
    withdrawals: ({ state, ...filter }) =>
      pageOf(filter, (wanted) =>
        findWithdrawals(database, { ...wanted, phases: state && withdrawalPhasesOf(state) }),
      ),
    async deposit(userId, id) {
      return isId(id) ? findDeposit(database, userId, id) : undefined;
    },
    async withdrawal(userId, id) {
      return isId(id) ? findOwnWithdrawal(database, userId, id) : undefined;
    },
  };
}

/** Ids on the wire may have more digits than any record. */
const isId = (id: number): boolean => Number.isSafeInteger(id);

async function pageOf<Row extends { readonly id: number }, F extends { readonly count: number }>(
  filter: F,
  find: (filter: F) => Promise<readonly Row[]>,
): Promise<RecordPage<Row>> {
  const found = await find({ ...filter, count: filter.count + 1 });
  const rows = found.slice(0, filter.count);
  return { rows, next: found.length > filter.count ? (rows.at(-1)?.id ?? null) : null };
}
