/** The order of amounts that limit each other, for the server and the forms. */
import { parseUnits, SCALE_MAX } from '../money/decimal.ts';

/**
 * Returns the fields whose amount is below the amount of the field before.
 * @param fields canonical decimal text. @param names in ascending order of their amounts.
 */
export function descendingFields<Name extends string>(
  fields: Readonly<Record<Name, string>>,
  names: readonly Name[],
): readonly Name[] {
  const unitsOf = (name: Name): bigint => parseUnits(fields[name], SCALE_MAX) ?? 0n;
  return names.filter((name, index) => {
    const before = names[index - 1];
    return before !== undefined && unitsOf(name) < unitsOf(before);
  });
}
