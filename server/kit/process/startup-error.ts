/** The one error that ends a start: a fault that the administrator can fix. */

/** @param message one line for the administrator: the fault, with its path or port, and the fix. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
