/** Idempotency keys that no other call of this process uses. */

let keys = 0;
export const newKey = (): string => `key-of-a-test-${String(++keys).padStart(8, '0')}`;
