/** The search of the help center. */
import { expect, it } from 'vitest';
import type { NewsItem } from '../../../contract/content/content.ts';
import { matchingItems } from '../../../src/views/content/matching-items.ts';

const item = (id: number, title: string, summary: string): NewsItem => ({
  id,
  title,
  summary,
  category_id: 4,
  banner: '',
  published_at: 0,
});
const items = [
  item(1, 'How to register', 'An e-mail address and a code.'),
  item(2, 'How deposits work', 'One address per coin.'),
  item(3, '如何注册', '邮箱或手机号。'),
];
const found = (wish: string) => matchingItems(items, wish).map(({ id }) => id);

it.each(['', '   '])('shows everything for %j', (wish) => {
  expect(found(wish)).toEqual([1, 2, 3]);
});

it('finds words of title and summary in any case', () => {
  expect(found('REGISTER')).toEqual([1]);
  expect(found('coin')).toEqual([2]);
});

it('wants every word, in any order', () => {
  expect(found('address how')).toEqual([1, 2]);
  expect(found('address coin')).toEqual([2]);
});

it('finds inside words of languages that write without spaces', () => {
  expect(found('注册')).toEqual([3]);
});

it('finds nothing without a match', () => {
  expect(found('staking')).toEqual([]);
});
