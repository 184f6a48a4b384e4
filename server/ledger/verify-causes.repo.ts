/** Parses the cause of a movement for the rules of the verifier, and finds records by such numbers. */

/**
 * Statement text for the number in the text `column`; null if it holds none, as in a row written by
 * hand, because no row may break the rule that would find it. A number rather than text, so that
 * indexes are used.
 */
export const numberIn = (column: string): string =>
  `case when pg_input_is_valid(${column}, 'bigint') then
    case when ${column}::bigint > 0 and ${column}::bigint::text = ${column} then ${column}::bigint end end`;

/**
 * Relation with the rows of `table` with these ids. One scan of the index reads them in the order of their ids, which takes less
 * time than a search for each. @param ids query of them
 */
export const ofIds = (table: string, ids: string): string =>
  `(select * from ${table} where id = any(array(${ids})))`;

/** Query in parentheses with the ids of all records of a table. */
export const idsOfAll = (table: string): string => `(select id from ${table})`;
/** Relation with the records of `table` that a pass compares. @param ids query of them in parentheses */
export const recordsOf = (table: string, ids: string): string =>
  ids === idsOfAll(table) ? table : `(select * from ${table} where id = any(array${ids}))`;
