/** Creates a random id of 128 bits, for example an idempotency key. Works on plain HTTP too, where `randomUUID` is missing. */
export function newRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
