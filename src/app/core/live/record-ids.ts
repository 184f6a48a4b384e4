/** Compares record ids, which may exceed a double: the smaller, older one first. */
export function compareRecordIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
