/** Terms of products in the words of a request, and what a change of them is in the audit log. */
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { units, type Units } from '../../../contract/money/units.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';

/** Returns the amounts in units; null when one has more digits than `scale`, or is beyond all amounts. */
export function readAmounts<Name extends string>(
  sent: Readonly<Record<Name, string>>,
  names: readonly Name[],
  scale: number,
): Readonly<Record<Name, Units>> | null {
  const read: Partial<Record<Name, Units>> = {};
  for (const name of names) {
    const amount = parseUnits(sent[name], scale);
    if (amount === null || amount >= AMOUNT_END) return null;
    read[name] = units(amount);
  }
  return read as Record<Name, Units>;
}

/** Returns `before → after` of each term that differs. Both have the same names. */
export function changedTerms<Terms extends object>(before: Terms, after: Terms): AuditDetails {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, String(value)]));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => old.get(name) !== String(value))
      .map(([name, value]) => [name, `${old.get(name)} → ${String(value)}`]),
  );
}

/** Returns the terms of a new product for the audit log. */
export const textsOf = (terms: object): AuditDetails =>
  Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)]));

/** Units of the exchange in one currency. */
interface Fund {
  readonly free: bigint;
  /** Owed to users. */
  readonly promised: bigint;
}

/** Returns the funds of a product in each currency. */
export const fundsByCurrency = (
  { all }: Pick<Currencies, 'all'>,
  funds: ReadonlyMap<number, Fund>,
) =>
  all.map(({ id, code, scale }) => {
    const { free = 0n, promised = 0n } = funds.get(id) ?? {};
    return {
      currency_id: id,
      currency_code: code,
      free: formatUnits(free, scale),
      promised: formatUnits(promised, scale),
    };
  });
