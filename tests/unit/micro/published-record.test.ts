/** An independent program computes the index and the results of fast contracts again, from the published record alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INDEX_GAPS } from '../../../contract/figures/index-record.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { settleDrawnMarket } from '../../support/micro/drawn-market.ts';
import { NaiveAudit } from '../../support/micro/naive-audit.ts';
import { tamperedFiles } from '../../support/micro/tampered-files.ts';

const SUPPORT = new URL('../../support/micro/', import.meta.url);

test('the record of a drawn market bears out every index and every result', async () => {
  const { settled, outcomes, points, segments, differences } = await settleDrawnMarket(13, 2_000);
  expect(differences).toEqual([]);
  expect(settled).toBe(2_000);
  expect(Object.keys(outcomes).toSorted()).toEqual(['drawn', 'lost', 'voided', 'won']);
  expect(Object.keys(points).toSorted()).toEqual([...INDEX_GAPS, 'index'].toSorted());
  expect(Object.keys(segments).toSorted()).toEqual(['first', 'pause', 'restart']);
});

test('the program shares no code with the exchange', () => {
  const files = ['naive-audit.ts', 'naive-log.ts', 'naive-rule.ts', 'naive-settlement.ts'];
  const imports = files.flatMap((file) =>
    [...readFileSync(new URL(file, SUPPORT), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from]) => from,
    ),
  );
  const own = readdirSync(SUPPORT)
    .filter((file) => files.includes(file))
    .map((file) => `./${file}`);
  expect(imports.filter((from) => !own.includes(from ?? '')).toSorted()).toEqual([
    'node:crypto',
    'node:crypto',
  ]);
});

const differencesOf = (file: SettlementFile): readonly string[] => {
  const audit = new NaiveAudit(file.public_key);
  for (const minute of file.minutes) audit.addMinute(minute);
  audit.settle(file);
  return audit.differences;
};
const { file, changes } = await tamperedFiles();

describe('the program names', () => {
  test('nothing in an honest file', () => {
    expect(differencesOf(file)).toEqual([]);
  });

  test.each(changes.filter(([, , check]) => check !== 'history'))('%s', (_, changed) => {
    expect(differencesOf(changed)).not.toEqual([]);
  });
});
