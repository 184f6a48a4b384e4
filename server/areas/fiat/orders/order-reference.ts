/** The text that a buyer writes into a payment, so that the seller finds it. */
import { assert } from '../../../../contract/assert.ts';

/** Without characters that look alike (0 and O, 1, I and L). Their count is a prime. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
const BASE = BigInt(CHARACTERS.length);
const COUNT = BASE ** BigInt(LENGTH);
/** A number that is no multiple of the base, so that every number below {@link COUNT} has a unique reference. */
const FACTOR = 522_967_180_439n;
const SHIFT = 190_383_722_381n;

/** Returns eight characters that are unique to the order; neighboring orders have very different ones. */
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
