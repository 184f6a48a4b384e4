/** Checks of invariants: a broken one is a programmer's error and stops the operation. */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** @throws AssertionError when `condition` is false; `message` names the broken rule. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Closes an exhaustive switch: a new member of the union does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new AssertionError(`unexpected value: ${String(value)}`);
}

/** Returns `value` without null and undefined. @throws AssertionError naming `what`. */
export function ensure<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AssertionError(`missing: ${what}`);
  return value;
}
