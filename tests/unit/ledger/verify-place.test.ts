/** The rules of a small pass name its settings, and are the same with the numbers of its place. */
import { expect, test } from 'vitest';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { COPIED_ROWS } from '../../../server/ledger/verify-named.repo.ts';
import { PLACE, placeOf } from '../../../server/ledger/verify-place.repo.ts';
import { isOldOf } from '../../../server/ledger/verify-rows.repo.ts';
import { rulesOf } from '../../../server/ledger/verify-rules.repo.ts';

const MARK = {
  snapshot: '7:9:8',
  ceiling: 9n,
  lastGeneral: 11n,
  lastSpot: 22n,
  lastDealing: 33n,
  lastDeal: 44n,
};
const TEXTS = placeOf(MARK);

/** The text with the place itself. */
function resolved(text: string): string {
  const keys = Object.keys(PLACE) as (keyof typeof PLACE)[];
  return keys.reduce((result, key) => result.replaceAll(PLACE[key], TEXTS[key]), text);
}

test.each(rulesOf(ledgerBook('any')).map((rule) => [rule.name, rule] as const))(
  'the rule %s reads the settings as the numbers',
  (_name, rule) => {
    expect(resolved(rule({ ...PLACE, ...COPIED_ROWS }))).toBe(rule({ ...MARK, ...COPIED_ROWS }));
  },
);

test('late rows are late by the settings as by the mark', () => {
  expect(isOldOf(PLACE)).not.toBe(isOldOf(TEXTS));
  expect(resolved(isOldOf(PLACE))).toBe(isOldOf(TEXTS));
});
