/** The one error that ends a start: something the person who starts the server can put right. */

/** @param message one line for that person: what is wrong, with the path or port, and what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
