/** A run of the index log: every point of the grid once, nothing published before it is stored, minutes signed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkIndexMinutes } from '../../../../contract/figures/index-check.ts';
import { DAY_MS } from '../../../../contract/time.ts';
import { createRandom } from '../../../support/engine/engine-workload.ts';
import {
  COIN,
  CRYPTO,
  FOREX,
  MemoryIndex,
  START,
} from '../../../support/micro/index/memory-index.ts';

let index: MemoryIndex;
beforeEach(() => {
  index = new MemoryIndex();
});

const faults = async (name?: string) => checkIndexMinutes(await index.minutes(name), CRYPTO);
const openings = async () =>
  (await index.minutes()).flatMap(({ lines }) =>
    lines.filter((line) => line.startsWith('meridian-index-segment')),
  );

test('a minute is signed when the next point is stored, with a line for each of its points', async () => {
  await index.write(240, 100, 100);
  expect(index.signed).toEqual([]);
  index.orders = { up: 3, down: 1 };
  await index.write(1, 100, 100);
  expect(index.parts.map(({ atMs }) => atMs)).toEqual([START + 60_000]);
  const [minute] = await index.minutes();
  expect(minute).toMatchObject({
    minuteMs: START,
    firstMs: START,
    lastMs: START + 59_750,
    orders: { up: 3, down: 1 },
  });
  expect(minute?.lines).toHaveLength(241);
  expect([await faults(), await faults(FOREX.name)]).toEqual([[], []]);
});

test('the points of a minute that is not signed are in memory, each with its head', async () => {
  await index.write(4, 100, 100);
  const [sheet] = index.run.sheets(COIN.name);
  expect(sheet?.ticks.map(({ record }) => record.ticks)).toEqual([null, null, 100, 100]);
  expect(sheet?.ticks.at(-1)?.head).toBe(sheet?.head);
});

test('points at which the server did not read are gaps, and a price must hold again', async () => {
  await index.write(3, 100, 100);
  index.now += 500;
  await index.write(4, 100, 100);
  expect(index.points().slice(2)).toEqual([
    100,
    'down',
    'down',
    'confirming',
    'confirming',
    100,
    100,
  ]);
});

test('a late reading is that of its point of the grid', async () => {
  index.now += 249;
  await index.write(1, 100, 100);
  expect(index.published[0]?.record.atMs).toBe(START);
});

test('after a minute without a reading another segment begins', async () => {
  await index.write(3, 100, 100);
  index.now += 61_000;
  await index.write(241, 100, 100);
  expect(await openings()).toEqual([
    `meridian-index-segment/1 BTC/USDT 1 ${START} first 0`,
    `meridian-index-segment/1 BTC/USDT 2 ${START + 61_750} pause ${START + 500}`,
  ]);
  expect(await faults()).toEqual([]);
});

test('as many points as are bridged are gaps of the same segment, and no failure', async () => {
  await index.write(3, 100, 100);
  index.now += 60_000;
  await index.write(1, 100, 100);
  expect(index.ends).toEqual([]);
  expect(index.points().slice(3, -1)).toEqual(Array.from({ length: 240 }, () => 'down'));
});

test('a clock that is set back writes nothing until its time is new', async () => {
  await index.write(3, 100, 100);
  index.now -= 500;
  await index.write(3, 100, 100);
  const times = index.published.filter(({ instrument }) => instrument === COIN.name);
  expect(times.map(({ record }) => record.atMs - START)).toEqual([0, 250, 500, 750]);
});

test('a clock that jumps by 30 days begins a segment, and a day back writes nothing', async () => {
  await index.write(3, 100, 100);
  index.now += 30 * DAY_MS;
  await index.write(4, 100, 100);
  expect(index.points().slice(3)).toEqual(['confirming', 'confirming', 100, 100]);
  index.now -= DAY_MS;
  await index.write(8, 50, 50);
  expect(index.points()).toHaveLength(7);
  index.now = START + 31 * DAY_MS;
  await index.write(241, 100, 100);
  expect((await openings()).map((line) => line.split(' ').slice(2))).toEqual([
    ['1', `${START}`, 'first', '0'],
    ['2', `${START + 30 * DAY_MS + 750}`, 'pause', `${START + 500}`],
    ['3', `${START + 31 * DAY_MS}`, 'pause', `${START + 30 * DAY_MS + 1_500}`],
  ]);
  expect([await faults(), await faults(FOREX.name)]).toEqual([[], []]);
});

test.each([
  ['into', Date.UTC(2028, 1, 29)],
  ['out of', Date.UTC(2028, 2, 1)],
])('midnight %s a leap day is the end of a minute as any other', async (_, midnight) => {
  index.now = midnight - 60_000;
  await index.write(481, 100, 100);
  const minutes = await index.minutes();
  expect(minutes.map(({ minuteMs, segment }) => [minuteMs - midnight, segment])).toEqual([
    [-60_000, 1],
    [0, 1],
  ]);
  expect([await faults(), await faults(FOREX.name)]).toEqual([[], []]);
});

test('a database that is silent for five minutes ends the run, and no point of that time is published', async () => {
  await index.write(3, 100, 100);
  const silent = Promise.withResolvers<boolean>();
  index.answer = silent.promise;
  for (let points = 0; points < 5 * 240; points += 1) {
    index.say(90, 90);
    index.run.tick(index.now);
    index.now += 250;
  }
  expect(index.ends).toEqual([new Error('the database stores no index')]);
  silent.resolve(false);
  index.answer = true;
  await index.run.stop();
  index.restart();
  await index.write(4, 90, 90);
  const later = index.published.filter(
    ({ instrument, record }) => instrument === COIN.name && record.atMs > START + 500,
  );
  expect(later.map(({ record }) => record.ticks)).toEqual([null, null, 90, 90]);
  await index.write(240, 90, 90);
  expect((await openings()).at(-1)).toBe(
    `meridian-index-segment/1 BTC/USDT 2 ${START + 300_750} restart ${START + 500}`,
  );
  expect(await faults()).toEqual([]);
});

describe('after a crash', () => {
  beforeEach(async () => {
    await index.write(5, 100, 100);
  });

  test('the stored points are signed with the next point, and its segment follows them', async () => {
    const head = index.run.sheets(COIN.name)[0]?.head;
    index.now += 7_000;
    index.restart();
    expect(index.signed).toEqual([]);
    await index.write(1, 100, 100);
    expect((await index.minutes()).map((minute) => minute.head)).toEqual([head]);
    await index.write(240, 100, 100);
    expect((await openings()).at(-1)).toBe(
      `meridian-index-segment/1 BTC/USDT 2 ${START + 8_250} restart ${START + 1_000}`,
    );
    expect([await faults(), await faults(FOREX.name)]).toEqual([[], []]);
  });

  test('a restart before the time of the last point waits for it', async () => {
    index.now = START;
    index.restart();
    await index.write(6, 100, 100);
    const last = index.published.filter(({ record }) => record.atMs > START + 1_000);
    expect(last.map(({ record }) => record.atMs - START)).toEqual([1_250, 1_250]);
  });

  test('it can crash again before it writes anything', async () => {
    index.restart();
    index.restart();
    await index.write(1, 100, 100);
    index.restart();
    await index.write(1, 100, 100);
    expect((await index.minutes()).map(({ segment }) => segment)).toEqual([1, 2]);
    expect(await faults()).toEqual([]);
  });
});

test('a minute that takes long to pack is signed before the next one', async () => {
  const random = createRandom(1);
  const many = () => Array.from({ length: 200 }, () => 1_000_000 + Math.floor(random() * 10_000));
  for (let point = 0; point < 239; point += 1) await index.write(1, ...many());
  index.say(...many());
  // The next minute ends while the first one is packed.
  for (let point = 0; point <= 241; point += 1) {
    index.run.tick(index.now);
    index.now += 250;
    index.say(100, 100);
    await Promise.resolve();
  }
  await expect.poll(() => index.signed.length).toBe(4);
  const minutes = index.signed.map(({ sheet }) => (sheet.minuteMs - START) / 60_000);
  expect(minutes).toEqual([0, 0, 1, 1]);
});

test('nothing is published of what is not stored, and the run ends', async () => {
  index.answer = new Error('no disk');
  await index.write(3, 100, 100);
  expect(index.published).toEqual([]);
  expect(index.ends).toEqual([new Error('no disk')]);
});

test('the run ends when another server has the turn', async () => {
  await index.write(1, 100, 100);
  index.answer = false;
  await index.write(3, 100, 100);
  expect([index.points().length, index.ends]).toEqual([1, [undefined]]);
});
