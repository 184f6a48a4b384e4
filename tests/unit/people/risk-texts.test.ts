/** The text of each risk notice belongs to its version: users accept what they read. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RISK_VERSIONS } from '../../../contract/people/risk-versions.ts';
import { readJson } from '../../guards/support/tree.ts';

/**
 * Hash of the source text of each version. A text with another meaning needs the next version, so that all users are
 * asked again; for another wording alone, replace the hash.
 */
const HASHES: Readonly<Record<string, string>> = { 'lever 1': '22061aa03b65ff75' };

const texts = z.record(z.string(), z.string());
const parts = z.object({ risk: z.object({ check: z.string(), lever: texts }) });

test('the text of contracts is that of its version', () => {
  const { check, lever } = readJson('locales/zh-CN/parts.json', parts).risk;
  const { off: _noNotice, ...notice } = lever;
  const sorted = Object.entries(notice).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([...sorted.map(([, line]) => line), check]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(hash).toBe(HASHES[`lever ${RISK_VERSIONS.lever}`]);
});
