/** The text of each risk notice belongs to its version: users accept what they read. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PRODUCTS, RISK_VERSIONS } from '../../../contract/people/risk-versions.ts';
import { readJson } from '../../guards/support/tree.ts';

/**
 * Hash of the source text of each version. A text with another meaning needs the next version, so that all users are
 * asked again; for another wording alone, replace the hash.
 */
const HASHES: Readonly<Record<string, string>> = {
  'lever 1': '22061aa03b65ff75',
  'micro 1': 'e2dba3e7747a1f7f',
};

const texts = z.record(z.string(), z.string());
const parts = z.object({ risk: z.object({ check: z.string(), lever: texts, micro: texts }) });

test.each(PRODUCTS)('the text of %s is that of its version', (product) => {
  const { check, ...risk } = readJson('locales/zh-CN/parts.json', parts).risk;
  // These lines are outside of the accepted text.
  const { off: _off, losing: _losing, needed: _needed, tooFew: _few, ...notice } = risk[product];
  const sorted = Object.entries(notice).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([...sorted.map(([, line]) => line), check]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect(hash).toBe(HASHES[`${product} ${RISK_VERSIONS[product]}`]);
});
