/** The lines of the index log: one form for each, which every reader can hash again. */
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FIRST_HEAD, nextHead, signedText } from '../../../../contract/figures/index-chain.ts';
import {
  readOpening,
  readRecord,
  recordedPrices,
  writeOpening,
  writeRecord,
} from '../../../../contract/figures/index-record.ts';
import { sha256 } from '../../../../server/areas/micro/index/index-crypto.ts';

const AT = 1_795_693_614_750;
const LINE =
  'meridian-index/1 BTC/USDT 1795693614750 8841962 binance:8841962:43 kraken:8841960:-12';
const price = (sourceId: string, ticks: number, atMs: number) => ({ sourceId, ticks, atMs });

test('a record has its instrument, its time, the index, and each source with ticks and age', () => {
  const record = {
    instrument: 'BTC/USDT',
    atMs: AT,
    ticks: 8_841_962,
    gap: null,
    sources: [price('binance', 8_841_962, AT - 43), price('kraken', 8_841_960, AT + 12)],
  };
  expect(writeRecord(record)).toBe(LINE);
  expect(readRecord(LINE)).toEqual(record);
});

test('a gap has its reason instead of the index', () => {
  const line = 'meridian-index/1 EUR/USD 1795693614500 -apart a:1:0 b:2:0';
  const record = { instrument: 'EUR/USD', atMs: AT - 250, ticks: null, gap: 'apart' };
  expect(readRecord(line)).toMatchObject(record);
});

test.each([
  ['another version', LINE.replace('index/1', 'index/2')],
  ['a time that is not on the grid', LINE.replace('614750', '614751')],
  ['leading zeros', LINE.replace(' 8841962 ', ' 08841962 ')],
  ['no index', LINE.replace(' 8841962 ', ' 0 ')],
  ['an unknown gap', LINE.replace(' 8841962 ', ' -lost ')],
  ['a fraction', LINE.replace(':43', ':43.0')],
  ['minus zero', LINE.replace(':43', ':-0')],
  ['a source twice', LINE.replace('kraken', 'binance')],
  ['sources in another order', LINE.replace('binance', 'zebra')],
  ['a source without its age', LINE.replace(':43', '')],
  ['more than 15 digits', LINE.replace(':8841962:', ':99999999999999999:')],
  ['a space at the end', `${LINE} `],
  ['two spaces', LINE.replace(' BTC', '  BTC')],
  ['a line feed', LINE.replace(' BTC', '\nBTC')],
])('a line with %s is no record', (_, line) => {
  expect(readRecord(line)).toBeNull();
});

test('the opening of a segment names what it follows', () => {
  const line = 'meridian-index-segment/1 BTC/USDT 7 1795693614750 restart 1795693600000';
  const opening = readOpening(line);
  expect(opening).toMatchObject({ segment: 7, atMs: AT, reason: 'restart', afterMs: AT - 14_750 });
  expect(opening && writeOpening(opening)).toBe(line);
  expect(readOpening(line.replace('restart', 'holiday'))).toBeNull();
  expect(readOpening(`${line} 1`)).toBeNull();
});

test('a price that is none is not recorded, and sources are in the order of their ids', () => {
  const prices = [price('c', 3, 1), price('b', Number.NaN, 1), price('a', 1, 1), price('d', 0, 1)];
  expect(recordedPrices(prices).map(({ sourceId }) => sourceId)).toEqual(['a', 'c']);
});

test('the head after a line is the SHA-256 of the head before it, a line feed, and the line', () => {
  expect(nextHead(sha256, FIRST_HEAD, LINE)).toBe(hash('sha256', `${'0'.repeat(64)}\n${LINE}`));
});

test('the signed text of a minute has all that identifies it', () => {
  const minute = {
    instrument: 'BTC/USDT',
    hours: 'always',
    segment: 3,
    minuteMs: 60_000,
    firstMs: 60_250,
    lastMs: 119_750,
    lineCount: 239,
    headBefore: 'aa',
    head: 'bb',
    orders: { up: 7, down: 0 },
  } as const;
  expect(signedText(minute)).toBe(
    'meridian-index-minute/2 BTC/USDT always 3 60000 60250 119750 239 aa bb 7 0',
  );
  expect(signedText({ ...minute, orders: null })).toBe(
    'meridian-index-minute/1 BTC/USDT always 3 60000 60250 119750 239 aa bb',
  );
});
