/** Findings of the rules of one pass, as texts. */
import { sqlStateOf } from '../kit/db/transaction.ts';

export interface FaultRow {
  readonly fault: string;
  /** Rows with this fault, and the place of this one among them, from 1. */
  readonly rows_in_all: bigint;
  readonly row_place: bigint;
  readonly [column: string]: unknown;
}

/** The results of one pass's rules. */
export interface Findings {
  readonly faults: string[];
  /** Rules that could not be applied, with the error. */
  readonly failures: { readonly rule: string; readonly error: unknown }[];
}

/**
 * A table or a column is missing or not readable, which happens if the schema is another version.
 */
const OF_THE_SCHEMA = /^42/;

/** @throws Error of the first failure if there is no fault, and no row can have caused it. */
export function faultsOf({ faults, failures }: Findings): readonly string[] {
  const [first] = failures;
  const isOfSchema = failures.every(({ error }) => OF_THE_SCHEMA.test(sqlStateOf(error) ?? ''));
  if (first !== undefined && faults.length === 0 && isOfSchema) throw first.error;
  const failed = failures.map(
    ({ rule, error }) =>
      `rule_failed: rule ${rule}, ${error instanceof Error ? error.message : String(error)}`,
  );
  return [...faults, ...failed];
}

export function textOf({
  fault,
  rows_in_all: _inAll,
  row_place: _place,
  ...where
}: FaultRow): string {
  const columns = Object.entries(where)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`);
  return `${fault}: ${columns.join(', ')}`;
}
