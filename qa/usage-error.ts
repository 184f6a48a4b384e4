/** Wrong use of a command: said in one line, nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
