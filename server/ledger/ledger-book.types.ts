/**
 * Registration of the areas with the verifier: their recipes, the reasons of frozen amounts, their rules. The
 * verifier itself knows no area; `server/boot/roles/ledger-book.ts` puts the parts together.
 */
import type { RecipeName } from './movement.ts';
import type { RecordRule, Rule, Scope } from './verify-rule.types.ts';

/** Sign of a change, as of `sign()` in SQL. */
export type Sign = -1 | 0 | 1;

/** Entries that a recipe may have; any of the listed account types and signs together. */
export interface EntryShape {
  /** house: owner 0. holder: every other owner. */
  readonly owner: 'house' | 'holder';
  readonly accountTypes: readonly number[];
  readonly available: readonly Sign[];
  readonly frozen: readonly Sign[];
}

/** The record that causes a movement. Texts are SQL of the area, never from a caller. */
export interface CauseSpec {
  readonly table: string;
  /** The record's id in the movement's column `cause_id`; null in a cause written by hand. */
  readonly id: string;
  /** Columns of the record with the users whose accounts may change; null where a rule compares all entries. */
  readonly owners: readonly string[] | null;
  /** Columns of the record with the users who may act. */
  readonly actors: readonly string[];
  /** Whether the exchange itself may act. */
  readonly isOfHouseToo: boolean;
  /** Whether built-in traders may act, who keep no records of their trading with each other. */
  readonly isOfTradersToo?: true;
}

/** Movements between custody and a fund of the exchange. Texts are SQL of the area, never from a caller. */
export interface FundingSpec {
  readonly recipe: RecipeName;
  /** Name of the fault of a funding without its approved request. */
  readonly fault: string;
  /** Table of fundings, the causes of the movements, with the columns `id`, `request_id` and `at_ms`. */
  readonly table: string;
  /** Table of requests, with the columns `id`, `state`, `asked_by` and `decided_by`. */
  readonly requests: string;
  /** Condition on a `funding` and its `request`: both have the same amounts. */
  readonly agrees: string;
}

export interface RecipeSpec {
  readonly recipe: RecipeName;
  /** Journals that may book it, see `JOURNALS`. */
  readonly journals: readonly number[];
  /** Null for recipes without a record. */
  readonly cause: CauseSpec | null;
  readonly entries: readonly EntryShape[];
}

/** A reason of frozen amounts in accounts of one type. */
export interface HoldSpec {
  readonly accountType: number;
  /** Query with the columns `owner_id`, `currency_id` and `amount`. */
  readonly text: string;
}

/** Records that a pass compares with their movements. */
export interface RecordSpec {
  readonly table: string;
  /** Condition on records that every pass compares; others are compared in turn. */
  readonly isOpen: string | null;
  /** Open records are too many for every pass: the pass of a start compares all of them, later ones in turn. */
  readonly areManyOpen?: true;
  /**
   * All rules find the records by their ids, as `recordsOf` does, so that a pass copies the ids once. The planner does not
   * know how many copies there are, and expects few.
   */
  readonly areIdsCopied?: true;
  /** Records that new movements belong to: a query with the column `id`; null where a rule finds them. */
  readonly ofMovements: ((movements: string) => string) | null;
  /** Records that a rule on rows of the pass compares as `rules` do: a query of their ids. */
  readonly comparedByRules?: (scope: Scope) => string;
  /** Kind of their lifecycles; undefined if no rule reads those. */
  readonly lifecycle?: string;
  readonly rules: readonly RecordRule[];
  /** Rules that read many rows for each record. */
  readonly digested?: DigestedRules;
}

/** Rules that a pass applies again only to records whose rows were written since. */
interface DigestedRules {
  readonly rules: readonly RecordRule[];
  /**
   * Query with the columns `id` and `digest`, a text that differs after any change of a row that the rules read. Every
   * change of a row by SQL gives it another `xmin`.
   */
  digest(ids: string): string;
}

/** The part of one area. */
export interface LedgerBookPart {
  readonly recipes: readonly RecipeSpec[];
  readonly holds: readonly HoldSpec[];
  readonly rules: readonly Rule[];
  /** Rules that depend on whether the exchange has a seed. */
  readonly rulesUnder?: (grants: GrantPolicy) => readonly Rule[];
  readonly records: readonly RecordSpec[];
  readonly fundings?: readonly FundingSpec[];
}

/**
 * none: no movement may be a grant. recorded: grants of the seed, up to the total that it recorded, and its fundings.
 * any: tests grant and fund at will.
 */
export type GrantPolicy = 'none' | 'recorded' | 'any';

export interface LedgerBook extends LedgerBookPart {
  readonly fundings: readonly FundingSpec[];
  readonly grants: GrantPolicy;
}
