/** The error of a command's wrong use, reported in one line; nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
