/** What a buyer writes into a payment so that the seller finds it. */
import { assert } from '../../../../contract/assert.ts';

/** Without those that are taken for one another: 0 and O, 1, I and L. Their number is a prime. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
const BASE = BigInt(CHARACTERS.length);
const COUNT = BASE ** BigInt(LENGTH);
/** Not a multiple of the base: every number below {@link COUNT} then has a reference of its own. */
const FACTOR = 522_967_180_439n;
const SHIFT = 190_383_722_381n;

/** Eight characters; no two orders have the same, and neighbours do not look alike. */
export function paymentReference(orderId: number): string {
  const id = BigInt(orderId);
  assert(id > 0n && id < COUNT, 'a reference stands for one order');
  let rest = (id * FACTOR + SHIFT) % COUNT;
  let text = '';
  while (text.length < LENGTH) {
    text += CHARACTERS.charAt(Number(rest % BASE));
    rest /= BASE;
  }
  return text;
}
