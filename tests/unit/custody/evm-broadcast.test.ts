/** Meaning of the errors of a node for a transaction that was broadcast. */
import { RpcRequestError, TimeoutError } from 'viem';
import { expect, test } from 'vitest';
import { answerOfError } from '../../../server/areas/custody/evm/evm-broadcast.ts';

const errorOf = (code: number, message = 'no') =>
  new RpcRequestError({ body: {}, url: 'http://node', error: { code, message } });

test.each([
  ['a reverted execution', 3, 'rejected'],
  ['a refusal without a code of its own', -32_000, 'rejected'],
  ['a rejected transaction', -32_003, 'rejected'],
  ['invalid parameters', -32_602, 'rejected'],
  ['an internal error', -32_603, null],
  ['an exceeded limit', -32_005, null],
  ['an unknown method', -32_601, null],
  ['a missing resource', -32_001, null],
  ['an unavailable resource', -32_002, null],
  ['a parse error', -32_700, null],
])('%s (%i) is %s', (_what, code, answer) => {
  expect(answerOfError(errorOf(code))).toBe(answer);
});

test.each([-32_000, -32_603])('a known transaction is known, whatever the code (%i)', (code) => {
  expect(answerOfError(errorOf(code, 'already known'))).toBe('already_known');
});

test('without an answer of the node, nothing is known', () => {
  expect(answerOfError(new TimeoutError({ body: {}, url: 'http://node' }))).toBeNull();
  expect(answerOfError(new Error('already known'))).toBeNull();
});
