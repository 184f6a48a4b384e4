/** Orders numbers of records, which a double may not hold: the smaller, older one first. */
export function compareRecordIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
