/** The address of the socket of a page. */
import { expect, test } from 'vitest';
import { socketUrl } from '../../../src/app/core/ports.ts';

test.each([
  ['http:', 'ws://exchange.example:3000/ws'],
  ['https:', 'wss://exchange.example:3000/ws'],
])('a page of %s has its socket at %s', (protocol, url) => {
  expect(socketUrl({ protocol, host: 'exchange.example:3000' })).toBe(url);
});
