/** Planted faults: the comparison with the naive book and the auditor must notice every one. */
import { afterAll, expect, test } from 'vitest';
import { BookFault, runBeside } from '../support/engine/engine-comparison.ts';
import { MIXES, workload } from '../support/engine/engine-workload.ts';
import { loadMutated } from '../support/engine/mutated-engine.ts';
import { temporaryFolders } from '../support/temporary-folder.ts';

const SEED = 1;
const PER_MIX = 3_000;

/** File, name of the fault, text that occurs in the file exactly once, and its replacement. */
const FAULTS: readonly (readonly [string, string, string, string])[] = [
  ['demand.ts', 'no self-trade check', 'resting.ownerId === this.#ownerId', 'false'],
  ['demand.ts', 'self trades end without a reason', "this.#stop('self_trade')", 'this.#stop(null)'],
  [
    'demand.ts',
    'a limit buy goes one tick too far',
    'priceTicks > this.#worstTicks',
    'priceTicks > this.#worstTicks + 1',
  ],
  [
    'demand.ts',
    'a limit buy stops at its own price',
    'priceTicks > this.#worstTicks',
    'priceTicks >= this.#worstTicks',
  ],
  [
    'demand.ts',
    'a sell stops at its own price',
    'priceTicks < this.#worstTicks',
    'priceTicks <= this.#worstTicks',
  ],
  [
    'demand.ts',
    'a sell goes one tick too far',
    'priceTicks < this.#worstTicks',
    'priceTicks < this.#worstTicks - 1',
  ],
  [
    'demand.ts',
    'a budget pays one lot too many',
    'this.#budget / BigInt(priceTicks)',
    '(this.#budget + BigInt(priceTicks) - 1n) / BigInt(priceTicks)',
  ],
  ['demand.ts', 'a budget is not spent', 'this.#budget -=', 'const cost ='],
  [
    'demand.ts',
    'a spent budget goes on waiting for more',
    'this.#budget < BigInt(priceTicks)',
    'this.#budget < 0n',
  ],
  [
    'demand.ts',
    'a spent budget stops one lot early',
    'this.#budget < BigInt(priceTicks)',
    'this.#budget < 2n * BigInt(priceTicks)',
  ],
  [
    'demand.ts',
    'a budget that pays nothing counts as done',
    'this.#isByAmount && this.#hasTaken',
    'this.#isByAmount',
  ],
  [
    'demand.ts',
    'a spent budget counts as no liquidity',
    'this.#isByAmount && this.#hasTaken',
    'false',
  ],
  [
    'demand.ts',
    'the size is not counted down',
    'this.remainingLots -= lots',
    'this.remainingLots -= 0 * lots',
  ],
  [
    'demand.ts',
    'an empty side ends a market order without a reason',
    "this.#stop('no_liquidity');\n",
    'this.#stop(null);\n',
  ],
  ['demand.ts', 'an empty side ends a limit order', ' && !this.#isLimit', ''],
  [
    'resting-order.ts',
    'a new order goes to the front',
    'order.ahead = this.#last;',
    'order.behind = this.first; if (this.first !== null) this.first.ahead = order; this.first = order; return;',
  ],
  [
    'resting-order.ts',
    'a cancelled order stays in the sum',
    'this.quantityLots -= order.remainingLots;',
    '',
  ],
  ['resting-order.ts', 'a deal does not lower the sum', 'this.quantityLots -= lots;', ''],
  [
    'resting-order.ts',
    'the last order of a queue is not forgotten',
    'this.#last = order.ahead',
    'this.#last = this.#last',
  ],
  ['resting-order.ts', 'the neighbour is not told', 'else order.behind.ahead = order.ahead;', ''],
  ['book-side.ts', 'bids are sorted like asks', "this.#side === 'buy' ?", 'false ?'],
  [
    'book-side.ts',
    'an empty level stays',
    'if (level.first === null) this.#takeOut',
    'if (level.first === undefined) this.#takeOut',
  ],
  ['book-side.ts', 'the wrong level goes', 'levels[place] !== level', 'false'],
  [
    'book-side.ts',
    'the levels before the one that goes stay where they are',
    'levels[place] = levels[place + 1] as PriceLevel;',
    '',
  ],
  ['book-side.ts', 'a new level overwrites a better one', 'levels[place] = next;', ''],
  [
    'book-side.ts',
    'a cancel is not told',
    'takeOut(level);\n    this.#markChanged(level);',
    'takeOut(level);',
  ],
  ['book-side.ts', 'a part fill is not told', 'else this.#markChanged(order.level);', ''],
  ['book-side.ts', 'changes are told again and again', 'level.isChanged = false;', ''],
  [
    'book-side.ts',
    'a level with orders is lost with the empty ones',
    'if (level.first === null) this.#byPrice.delete',
    'this.#byPrice.delete',
  ],
  ['book-side.ts', 'a level is told twice', 'if (level.isChanged) return;', ''],
  [
    'owner-orders.ts',
    'an order is not told to its owner',
    'this.#asked.get(ownerId)?.push(id);',
    '',
  ],
  ['owner-orders.ts', 'newest first', '?.push(id)', '?.unshift(id)'],
  ['owner-orders.ts', 'the newest order leaves its owner', 'ids.splice(place, 1)', 'ids.pop()'],
  ['owner-orders.ts', 'the first question finds nothing', 'order.ownerId === ownerId', 'false'],
  ['owner-orders.ts', 'the first question forgets the order', 'ids.sort((a, b) => a - b);', ''],
  [
    'order-table.ts',
    'a gap cuts a chain',
    'if (next === null) break;',
    'if (next === null || next.id > 0) break;',
  ],
  [
    'order-table.ts',
    'an order moves before its home',
    '(slot - hole) & mask)) continue;',
    '(slot - hole) & 0)) continue;',
  ],
  ['order-table.ts', 'an order is not moved up', 'hole = slot;', ''],
  [
    'order-table.ts',
    'a grown table is empty',
    'if (order !== null) this.#put(order);',
    'if (order === null) continue;',
  ],
  [
    'matching-engine.ts',
    'a cancelled order can be cancelled again',
    'this.#sideOf(order.level.side).remove(order);\n    this.#forget(order);',
    'this.#sideOf(order.level.side).remove(order);',
  ],
  ['matching-engine.ts', 'what is left of a market order rests', "order.kind === 'market' || ", ''],
  [
    'matching-engine.ts',
    'all of a limit order rests',
    'this.#rest(order, demand.remainingLots)',
    'this.#rest(order, order.quantityLots)',
  ],
  [
    'matching-engine.ts',
    'deals at the price of the incoming order',
    'const { priceTicks } = maker.level;',
    "const priceTicks = order.kind === 'limit' ? order.priceTicks : maker.level.priceTicks;",
  ],
  [
    'matching-engine.ts',
    'a preview counts the first level only',
    'opposite.at(++rank)',
    'undefined',
  ],
];

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

test.each(FAULTS)('%s: %s', async (file, _name, from, to) => {
  const create = await loadMutated({ file, from, to }, folders.make());
  const runAll = () => {
    for (const mix of MIXES) runBeside(create, workload(mix, SEED).take(PER_MIX));
  };

  expect(runAll).toThrow(BookFault);
});
