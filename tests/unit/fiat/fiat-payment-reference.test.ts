/** The reference that a buyer writes into a payment: unique, and without characters that look alike. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentReference } from '../../../server/areas/fiat/orders/order-reference.ts';

test('a payment reference has eight characters that are hard to confuse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800_000_000_000 }), (id) => {
      expect(paymentReference(id)).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    }),
  );
});

test('no two orders have the same payment reference', () => {
  const neighbours = Array.from({ length: 20_000 }, (_, n) => paymentReference(n + 1));
  expect(new Set(neighbours).size).toBe(neighbours.length);
  const id = fc.integer({ min: 1, max: 800_000_000_000 });
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(paymentReference(one) === paymentReference(other)).toBe(one === other);
    }),
  );
});

test('references of neighboring orders do not look alike', () => {
  const [one, next] = [paymentReference(41), paymentReference(42)];
  const alike = [...one].filter((character, at) => character === next.charAt(at));
  expect(alike.length).toBeLessThan(4);
});
