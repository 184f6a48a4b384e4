/** What a movement says it was for, as the rules of the verifier read it. */

/**
 * Statement text for the number that the text `column` names; null where it names none, as in a row
 * written by hand: no row may stop the rule that would find it. Number rather than text, so that keys are used.
 */
export const numberIn = (column: string): string =>
  `case when ${column} ~ '^[1-9][0-9]{0,17}$' then ${column}::bigint end`;
