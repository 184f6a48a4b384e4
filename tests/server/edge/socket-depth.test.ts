/** DEPTH: after any commits, the order book built from snapshot and deltas is the committed one. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { DepthMessage } from '../../../contract/channels.ts';
import type { LevelChange } from '../../../server/areas/spot/spot.area.ts';
import { DepthBook } from '../../../streams/depth-book.ts';
import { startHarness, type Client, type Harness } from './socket-harness.ts';
import { eventually } from '../../support/eventually.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ limits: { depth_interval_ms: 5 } });
});
afterEach(() => harness.stop());

type Levels = readonly (readonly [string, string])[];
interface BookText {
  readonly bids: Levels;
  readonly asks: Levels;
}

const commit = (changes: readonly LevelChange[], marketId = 1) =>
  harness.exchange.commit({ levels: new Map([[marketId, changes]]) });

const change = (
  side: LevelChange['side'],
  priceTicks: number,
  quantityLots: number,
): LevelChange => ({ side, priceTicks, quantityLots });

async function reader(marketId = 1): Promise<Client> {
  const client = await harness.connect();
  client.send({ type: 'sub', params: 'DEPTH', currency_match_id: marketId });
  await eventually(() => expect(client.of('DEPTH').length).toBeGreaterThan(0));
  return client;
}

const committed = (marketId = 1) => ensure(harness.exchange.depth.depth(marketId), 'a market');

const textOf = ({ bids, asks }: DepthBook): BookText => ({
  bids: bids.map(({ price, quantity }) => [price, quantity]),
  asks: asks.map(({ price, quantity }) => [price, quantity]),
});

/** Applies messages in order. @returns the order book after each message, by its number. */
function rebuild(messages: readonly DepthMessage[]): Map<number, BookText> {
  const book = new DepthBook();
  const seen = new Map<number, BookText>();
  for (const message of messages) {
    expect(book.apply(message)).toBe('applied');
    seen.set(message.seq, textOf(book));
  }
  return seen;
}

const lastSeq = (client: Client) => client.of('DEPTH').at(-1)?.seq;

describe('DEPTH', () => {
  it('begins with all levels of the market, the best first', async () => {
    commit([change('buy', 9_999, 5), change('buy', 10_000, 1_500), change('sell', 10_050, 20)]);
    const client = await reader();
    expect(client.of('DEPTH')).toEqual([
      {
        type: 'DEPTH',
        kind: 'snapshot',
        currency_match_id: 1,
        seq: 1,
        bids: [
          ['100', '1.5'],
          ['99.99', '0.005'],
        ],
        asks: [['100.5', '0.02']],
      },
    ]);
  });

  it('continues with one delta a flush: the present quantity at each changed price', async () => {
    commit([change('buy', 10_000, 1_500)]);
    const client = await reader();
    commit([change('buy', 10_000, 700)]);
    commit([change('buy', 10_000, 0), change('sell', 10_050, 1_000)]);
    await eventually(() => expect(client.of('DEPTH')).toHaveLength(2));
    expect(client.of('DEPTH').at(-1)).toEqual({
      type: 'DEPTH',
      kind: 'delta',
      currency_match_id: 1,
      previous_seq: 1,
      seq: 3,
      bids: [['100', '0']],
      asks: [['100.5', '1']],
    });
    commit([change('buy', 9_999, 10)]);
    await eventually(() => expect(client.of('DEPTH')).toHaveLength(3));
    expect(client.of('DEPTH').at(-1)).toMatchObject({ bids: [['99.99', '0.01']], asks: [] });
  });

  it('of one market does not report another', async () => {
    const client = await reader(2);
    commit([change('buy', 10_000, 1)], 1);
    commit([change('buy', 20_000, 1)], 2);
    await eventually(() => expect(client.of('DEPTH')).toHaveLength(2));
    for (const message of client.of('DEPTH')) expect(message.currency_match_id).toBe(2);
  });

  it('ends with unsub', async () => {
    const client = await reader();
    client.send({ type: 'unsub', params: 'DEPTH', currency_match_id: 1 });
    await client.settle();
    const other = await reader();
    commit([change('buy', 10_000, 1)]);
    await eventually(() => expect(lastSeq(other)).toBe(1));
    expect(client.of('DEPTH')).toHaveLength(1);
  });

  it('restarts with a snapshot when it is requested again', async () => {
    const client = await reader();
    commit([change('buy', 10_000, 1)]);
    client.send({ type: 'sub', params: 'DEPTH', currency_match_id: 1 });
    await eventually(() => {
      expect(client.of('DEPTH').filter(({ kind }) => kind === 'snapshot')).toHaveLength(2);
    });
    expect(client.of('DEPTH').at(-1)).toMatchObject({ kind: 'snapshot', seq: 1 });
  });
});

describe('the book that a reader assembles', () => {
  const changes = fc.array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      offset: fc.integer({ min: 1, max: 12 }),
      quantityLots: fc.constantFrom(0, 0, 1, 999, 1_000, 123_456),
    }),
    { minLength: 1, maxLength: 6 },
  );
  /** Commits, between which a reader joins or all messages are awaited. */
  const course = fc.array(
    fc.record({ changes, next: fc.constantFrom('nothing', 'nothing', 'join', 'wait') }),
    { minLength: 5, maxLength: 60 },
  );

  it('is the committed one at each of its numbers', async () => {
    await fc.assert(
      fc.asyncProperty(course, async (steps) => {
        const readers: Client[] = [await reader()];
        const bookAt = new Map<number, BookText>();
        const note = () => {
          const { seq, bids, asks } = committed();
          bookAt.set(seq, { bids, asks });
        };
        note();
        const everybodyIsThere = () =>
          eventually(() => {
            for (const client of readers) expect(lastSeq(client)).toBe(committed().seq);
          });
        for (const step of steps) {
          commit(
            step.changes.map(({ side, offset, quantityLots }) =>
              change(side, 10_000 + (side === 'buy' ? -offset : offset), quantityLots),
            ),
          );
          note();
          if (step.next === 'join') readers.push(await reader());
          if (step.next === 'wait') await everybodyIsThere();
        }
        await everybodyIsThere();
        for (const client of readers) {
          for (const [seq, book] of rebuild(client.of('DEPTH')))
            expect(book).toEqual(bookAt.get(seq));
          client.webSocket.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a slow reader', () => {
  /** Bytes, more than a connection's buffers in the kernel hold. */
  const FLOOD_BYTES = 16_000_000;
  const LEVELS = 3_000;

  it('gets no deltas until it has caught up, then a fresh snapshot; others get every one', async () => {
    const slow = await reader();
    const other = await reader();
    slow.transport.pause();
    let sentBytes = 0;
    for (let round = 1; sentBytes < FLOOD_BYTES; round += 1) {
      commit(Array.from({ length: LEVELS }, (_, index) => change('buy', 10_000 + index, round)));
      await eventually(() => expect(lastSeq(other)).toBe(committed().seq));
      sentBytes += JSON.stringify(other.of('DEPTH').at(-1)).length;
    }
    slow.transport.resume();
    await eventually(() => expect(lastSeq(slow)).toBe(committed().seq));

    const { seq, bids, asks } = committed();
    expect(rebuild(slow.of('DEPTH')).get(seq)).toEqual({ bids, asks });
    expect(rebuild(other.of('DEPTH')).size).toBe(seq + 1);
    expect(slow.of('DEPTH').filter(({ kind }) => kind === 'snapshot')).toHaveLength(2);
    expect(slow.of('DEPTH').length).toBeLessThan(other.of('DEPTH').length);
    expect(slow.closedWith).toBeUndefined();
  });

  it('does not include one whose book is larger than the limit of unsent bytes', async () => {
    commit(
      Array.from({ length: 20_000 }, (_, index) => change('sell', 1_000_000 + index, 1_234_567)),
    );
    const client = await reader();
    expect(JSON.stringify(client.of('DEPTH')[0]).length).toBeGreaterThan(400_000);
    commit([change('buy', 10_000, 1)]);
    await eventually(() => expect(lastSeq(client)).toBe(2));
    expect(client.closedWith).toBeUndefined();
  });
});
