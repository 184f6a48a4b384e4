/** The types of the ledger's rules, and the scope of a pass over them. */

/** The relation of all accounts, as {@link Scope.accounts}. */
export const ALL_ACCOUNTS = 'ledger_accounts';

/** Numbers of rows: of movements by journal, and of trades. */
export interface Numbers {
  readonly lastGeneral: bigint;
  readonly lastSpot: bigint;
  readonly lastDealing: bigint;
  readonly lastDeal: bigint;
}

/** A number of a row, or SQL text that stands for it in the transaction of a pass. */
export type ScopeNumber = bigint | string;

/** Rows that a pass checks; SQL text from `verify-session.repo.ts`, never from a caller. */
export interface Scope {
  /** Relation with the entries to check. */
  readonly entries: string;
  /** Relation with the movements to check: movements of the entries, and new movements without entries. */
  readonly movements: string;
  /** Relation with the rows of `ledger_accounts` to compare with their entries: all, or rows that may differ. */
  readonly accounts: string;
  /** Only rows after these are checked: movements by journal, and trades. All 0 in a full pass. */
  readonly lastGeneral: ScopeNumber;
  readonly lastSpot: ScopeNumber;
  readonly lastDealing: ScopeNumber;
  readonly lastDeal: ScopeNumber;
  /** The last rows of the scope; undefined: up to the newest. */
  readonly upTo?: { readonly spot: bigint; readonly dealing: bigint; readonly deal: bigint };
}

/** A scope whose numbers are known outside of the database. */
export interface NumberedScope extends Scope, Numbers {
  readonly lastGeneral: bigint;
  readonly lastSpot: bigint;
  readonly lastDealing: bigint;
  readonly lastDeal: bigint;
}

/**
 * Column `fault` of each row names the fault; the other columns locate it. No rows: the rule holds.
 */
export interface Rule {
  (scope: Scope): string;
  /**
   * The rule holds where none of these recipes is among the movements; undefined: it is always applied. A name
   * that ends with a dot stands for all that begin so.
   */
  recipes?: readonly string[];
  /** The rule reads only the entries and movements of the pass, so it holds where there are none. */
  isOfRows?: true;
  /** Reads all records, so only a pass over all of them applies it. */
  isOfAllRecords?: true;
  /** The rule reads all records, but takes so little time that some passes of a running server apply it. */
  isRare?: true;
}

/** Like {@link Rule}, over records. @param ids relation with the column `id` of the records. */
export type RecordRule = (ids: string) => string;
