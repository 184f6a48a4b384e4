/** Text that a user pastes to check a fast contract: a receipt by its public name or its link, or a file. */
import { expect, test } from 'vitest';
import { pastedRecord } from '../../../machines/app/micro/pasted-record.ts';

const TOKEN = 'aB3_-67890aB3_-67890aB';

test.each([
  [TOKEN],
  [`  ${TOKEN}\n`],
  [`https://example.org/micro-verify?receipt=${TOKEN}`],
  [`http://127.0.0.1:3000/micro-verify?lang=ko&receipt=${TOKEN}#checks`],
])('%j is a receipt', (text) => {
  expect(pastedRecord(text)).toEqual({ kind: 'receipt', token: TOKEN });
});

test.each([
  ['nonsense'],
  [TOKEN.slice(1)],
  [`${TOKEN}x`],
  [`https://example.org/micro-verify?other=${TOKEN}`],
  ['{"receipt":"x"}'],
])('%j counts as the text of a file', (text) => {
  expect(pastedRecord(text)).toEqual({ kind: 'file', text });
});
