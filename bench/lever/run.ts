/**
 * The core of contract trading alone, then writer and store without HTTP: marks over 100,000 open positions, one jump that stops out 10,000
 * accounts, and marks in doubt with take-profits that wait. CPU time counts, because other load can double wall time; medians of rounds in own processes
 * with the flags of V8 that `npm start` sets.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { SERVER_NODE_FLAGS } from '../../scripts/supervise.ts';
import { sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import type { DoubtResult, JumpResult, MarksResult } from './round.ts';
import { runWriterAlone } from './writer-alone.ts';

const ROUNDS = sized(3, 1);
const CORE_PERCENT_MAX = 10;
const HEAP_MB_MAX = 150;
const DECIDED_MS_MAX = 150;
const STOPPED_OUT = sized(10_000, 100);

function rounds<T>(what: 'marks' | 'jump' | 'doubt'): T[] {
  const file = path.join(import.meta.dirname, 'round.ts');
  return Array.from({ length: ROUNDS }, () => {
    const flags = [...SERVER_NODE_FLAGS, '--expose-gc'];
    const output = execFileSync(process.execPath, [...flags, file, what]);
    return JSON.parse(output.toString()) as T;
  });
}

const marks = rounds<MarksResult>('marks');
const jumps = rounds<JumpResult>('jump');
const doubts = rounds<DoubtResult>('doubt');
const ofDoubts = (value: (result: DoubtResult) => number): number => median(doubts.map(value));
const ofMarks = (value: (result: MarksResult) => number): number => median(marks.map(value));
const ofJumps = (value: (result: JumpResult) => number): number => median(jumps.map(value));

printTable(
  `Core of contracts, median of ${ROUNDS}`,
  ['what', 'figure'],
  [
    ['opening of a position with two targets, µs', round(ofMarks((result) => result.openUs))],
    [
      '50 markets × 20 marks/s, % of a core',
      round(
        ofMarks((result) => result.corePercent),
        2,
      ),
    ],
    ['a mark, p99 µs', round(ofMarks((result) => result.p99Us))],
    ['heap of all positions, MB', round(ofMarks((result) => result.heapMb))],
    ['jump: accounts stopped out', ofJumps((result) => result.stoppedOut)],
    ['jump: decided, processor ms of its thread', round(ofJumps((result) => result.threadMs))],
    ['jump: with the threads of V8, processor ms', round(ofJumps((result) => result.processMs))],
    ['jump: longest turn, ms', round(ofJumps((result) => result.longestTurnMs))],
    ['a mark in doubt, µs', round(ofDoubts((result) => result.unreachedUs))],
    ['with 10,000 take-profits that wait, µs', round(ofDoubts((result) => result.reachedUs))],
    [
      'with 10,000 that wait for their own lower costs, µs',
      round(ofDoubts((result) => result.olderUs)),
    ],
  ],
);
printGoals([
  {
    name: `marks over all positions at most ${CORE_PERCENT_MAX} % of a core`,
    met: ofMarks((result) => result.corePercent) <= CORE_PERCENT_MAX,
    measured: `${round(
      ofMarks((result) => result.corePercent),
      2,
    )} %`,
  },
  {
    name: `positions at most ${HEAP_MB_MAX} MB`,
    met: ofMarks((result) => result.heapMb) <= HEAP_MB_MAX,
    measured: `${round(ofMarks((result) => result.heapMb))} MB`,
  },
  {
    name: `a jump is decided within ${DECIDED_MS_MAX} ms`,
    met:
      ofJumps((result) => result.stoppedOut) === STOPPED_OUT &&
      ofJumps((result) => result.threadMs) <= DECIDED_MS_MAX,
    measured: `${ofJumps((result) => result.stoppedOut)} accounts in ${round(ofJumps((result) => result.threadMs))} ms`,
  },
]);

const OPENS_AND_CLOSES_MIN = 6_000;
const [LAST_DURABLE_MS_MAX, COMMAND_MS_MAX, READY_MS_MAX, P99_MS_MAX] = [1_000, 80, 5_000, 25];
/** So that a command of a user does not wait for more than one turn and its commit. */
const TURN_MS_MAX = 40;
const writer = await runWriterAlone();
printTable(
  'Dealing writer and its store, without HTTP',
  ['what', 'figure'],
  [
    ['opens and closes a second, durable, 32 clients', round(writer.perSecond, 0)],
    ['an open or a close, p99 ms', round(writer.p99)],
    ['jump: accounts stopped out', writer.stoppedOut],
    ['jump: the last one durable, ms', round(writer.lastDurableMs, 0)],
    ['jump: the longest opening of an owner during it, ms', round(writer.commandMs, 0)],
    [`restart with ${writer.restored} positions, ms`, round(writer.readyMs, 0)],
    ['jump: the longest turn of the event loop, ms', round(writer.turns.jumpMs)],
    ['deleveraging: the longest turn, ms', round(writer.turns.deleveragingMs)],
    ['end of a market: the longest turn, ms', round(writer.turns.endMs)],
  ],
);
printGoals([
  {
    name: `opens and closes at least ${OPENS_AND_CLOSES_MIN}/s, p99 at most ${P99_MS_MAX} ms`,
    met: writer.perSecond >= OPENS_AND_CLOSES_MIN && writer.p99 <= P99_MS_MAX,
    measured: `${round(writer.perSecond, 0)}/s, ${round(writer.p99)} ms`,
  },
  {
    name: `a jump is durable within ${LAST_DURABLE_MS_MAX} ms, an opening during it within ${COMMAND_MS_MAX} ms`,
    met: writer.lastDurableMs <= LAST_DURABLE_MS_MAX && writer.commandMs <= COMMAND_MS_MAX,
    measured: `${round(writer.lastDurableMs, 0)} ms, ${round(writer.commandMs, 0)} ms`,
  },
  {
    name: `no turn of the event loop is longer than ${TURN_MS_MAX} ms`,
    met: Math.max(...Object.values(writer.turns)) <= TURN_MS_MAX,
    measured: Object.values(writer.turns)
      .map((ms) => `${round(ms)} ms`)
      .join(', '),
  },
  {
    name: `a restart is ready within ${READY_MS_MAX} ms`,
    met: writer.readyMs <= READY_MS_MAX,
    measured: `${round(writer.readyMs, 0)} ms`,
  },
]);
