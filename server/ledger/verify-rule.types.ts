/** One rule that the ledger keeps, and what a pass over it looks at. */

/** What a pass looks at; text of SQL made by `verify-session.repo.ts`, never by a caller. */
export interface Scope {
  /** Relation with the entries to be looked at. */
  readonly entries: string;
  /** What comes after these: movements by journal, and deals. All 0 in a pass over everything. */
  readonly lastGeneral: bigint;
  readonly lastSpot: bigint;
  readonly lastDeal: bigint;
}

/** `fault` of each row is named after what is wrong; the other columns say where. No row: the rule holds. */
export type Rule = (scope: Scope) => string;
