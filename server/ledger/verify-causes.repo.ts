/** Parses the cause of a movement for the rules of the verifier. */

/**
 * Statement text for the number in the text `column`; null if it holds none, as in a row written by
 * hand, because no row may break the rule that would find it. A number rather than text, so that
 * indexes are used.
 */
export const numberIn = (column: string): string =>
  `case when pg_input_is_valid(${column}, 'bigint') then
    case when ${column}::bigint > 0 and ${column}::bigint::text = ${column} then ${column}::bigint end end`;
