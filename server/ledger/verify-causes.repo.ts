/** Parses the cause of a movement for the rules of the verifier. */

/**
 * Statement text for the number in the text `column`; null if it holds none, as in a row written by
 * hand, because no row may break the rule that would find it. A number rather than text, so that
 * indexes are used.
 */
export const numberIn = (column: string): string =>
  `case when ${column} ~ '^[1-9][0-9]{0,17}$' then ${column}::bigint end`;
