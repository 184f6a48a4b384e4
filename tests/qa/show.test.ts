/** The state of a record and its reasons: the output of `show` agrees with the machine. */
import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { LIFECYCLE_KINDS, type LifecycleKind } from '../../contract/lifecycle-kinds.ts';
import texts from '../../locales/en-US/operator.json' with { type: 'json' };
import { explain, type Refusal } from '../../machines/domain/explain/explain.ts';
import { LIFECYCLES } from '../../machines/domain/explain/lifecycles.ts';
import {
  pathsAround,
  statePathOf,
  stateValueOf,
} from '../../machines/domain/explain/state-path.ts';
import { caseLetters } from '../../qa/alphabet.ts';
import { runCli } from '../../qa/cli.ts';
import { MODELS } from '../../qa/models/registry.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import { generatePaths } from '../../qa/paths.ts';
import { guardWords } from '../../qa/show/refusal-words.ts';
import type { LifecycleRecord } from '../../server/kit/lifecycle/replay-lifecycle.ts';
import { STOPPED_OUT } from './fixtures/contract-orders.ts';
import { WON_FAST } from './fixtures/fast-contracts.ts';
import { EXECUTED_BUY } from './fixtures/order-records.ts';

const AT = Date.UTC(2026, 10, 20, 10);
const MINUTE_MS = 60_000;
const INPUT = {
  buyerId: 7,
  sellerId: 9,
  paymentWindowMs: 15 * MINUTE_MS,
  confirmWindowMs: 1_440 * MINUTE_MS,
  postponeWindowMs: 1_440 * MINUTE_MS,
};

/** A paid fiat order whose seller has postponed the confirmation. */
const POSTPONED: LifecycleRecord = {
  row: {
    kind: 'fiat-order',
    id: 12,
    machineVersion: 2,
    revision: 3,
    snapshot: {
      value: { confirming: { inTime: 'postponed' } },
      context: {
        ...INPUT,
        postponements: 1,
        isPostponed: true,
        isAbnormal: false,
        applicant: null,
        buyerWithdrawals: 0,
        sellerWithdrawals: 0,
        end: null,
      },
    },
    updatedAtMs: AT,
  },
  events: [
    { type: 'lifecycle.started', input: INPUT },
    { type: 'payment.declare', by: { role: 'buyer', userId: 7 }, voucherIds: ['a'] },
    { type: 'receipt.postpone', by: { role: 'seller', userId: 9 } },
  ].map((event, index) => ({
    kind: 'fiat-order',
    id: 12,
    revision: index + 1,
    event,
    atMs: AT + index * MINUTE_MS,
  })),
  timers: [
    {
      kind: 'fiat-order',
      id: 12,
      stateId: 'fiatOrder.confirming.inTime',
      delayName: 'confirmWindow',
      dueAtMs: AT + 1_441 * MINUTE_MS,
    },
  ],
};

async function show(args: readonly string[], record: LifecycleRecord = POSTPONED) {
  let output = '';
  let errors = '';
  const exitCode = await runCli(['show', ...args], {
    models: [],
    mutants: [],
    root: '/nowhere',
    now: () => AT + 3 * MINUTE_MS,
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
    writeFile: () => Promise.resolve(),
    openArchive: () =>
      Promise.resolve({
        findOrder: (id) => Promise.resolve(id === 42 ? EXECUTED_BUY : undefined),
        findContractOrder: (id) => Promise.resolve(id === 7 ? STOPPED_OUT : undefined),
        findMicroOrder: (id) => Promise.resolve(id === 5 ? WON_FAST : undefined),
        findRecord: (kind, id) =>
          Promise.resolve(kind === record.row.kind && id === record.row.id ? record : undefined),
        close: () => Promise.resolve(),
      }),
    judge: () => Promise.resolve([]),
  });
  return { exitCode, output, errors };
}

describe('show', () => {
  test('draws the chart as a tree, with the present state and those passed marked', async () => {
    const { exitCode, output } = await show(['fiat-order', '12']);
    expect(exitCode).toBe(0);
    expect(output).toContain('fiat-order 12: confirming.inTime.postponed, revision 3');
    const marked = output.split('\n').filter((line) => /^[>+] /.test(line));
    expect(marked).toEqual([
      '+   unpaid',
      '>   confirming',
      '>     inTime',
      '+       paid',
      '>       postponed',
    ]);
    expect(output).toContain('      payment.declare [showsPayment] -> confirming\n');
  });

  test('says which role may send which event, and where it leads', async () => {
    const { output } = await show(['fiat-order', '12']);
    const open = output.slice(output.indexOf('Possible now'), output.indexOf('Refused now'));
    expect(open).toContain(
      [
        '  order.markAbnormal: One side reports a problem. The timer continues.',
        '    buyer     yes -> confirming.inTime.abnormal',
        '    seller    yes -> confirming.inTime.abnormal',
        '    operator  no   Available only to: buyer, seller.',
      ].join('\n'),
    );
    expect(open).toContain('    seller    yes -> completed\n');
  });

  test('says why everything else is refused: the role, the state, or the rule', async () => {
    const { output } = await show(['fiat-order', '12']);
    const refused = output.slice(output.indexOf('Refused now'));
    expect(refused).toContain(
      '    buyer     no   Available only in the state unpaid or rightsProtection.\n',
    );
    expect(refused).toContain('    operator  no   Available only to: seller.\n');
    // The parent state handles the event, but it is used up.
    expect(refused).toContain('receipt.postpone');
  });

  test('says how long a delay still runs, also after its end', async () => {
    const { output } = await show(['fiat-order', '12']);
    expect(output).toContain(
      '  confirmWindow of confirming.inTime: 23:58:00 left (2026-11-21T10:01',
    );
    const [timer] = POSTPONED.timers;
    const late = { ...POSTPONED, timers: timer ? [{ ...timer, dueAtMs: AT }] : [] };
    expect((await show(['fiat-order', '12'], late)).output).toContain(
      'confirming.inTime: over, about to be',
    );
  });

  test('prints the log step by step', async () => {
    const { output } = await show(['fiat-order', '12']);
    expect(output).toContain(
      '    2  2026-11-20T10:01:00.000Z  payment.declare by buyer -> confirming.inTime.paid  (notifySeller)\n',
    );
    expect(output).toContain('What it remembers\n  buyerId: 7\n  sellerId: 9\n');
  });

  test('formats amounts for reading, and takes a number alone for a spot order, as replay does', async () => {
    const { exitCode, output } = await show(['42']);
    expect(exitCode).toBe(0);
    expect(output).toContain('spot-order 42: executed');
    const kept = output.slice(output.indexOf('What it remembers'));
    expect(kept).toMatch(/^  quantity: \d+(\.\d+)?$/m);
    expect(kept).not.toMatch(/\d{16,}/);
  });

  test('prints JSON for programs, and knows other kinds', async () => {
    const { output } = await show(['spot-order', '42', '--json']);
    expect(JSON.parse(output)).toMatchObject({ kind: 'spot-order', state: 'executed', faults: [] });
  });

  test('ends with 1 when the log does not lead to the stored record', async () => {
    const { row } = POSTPONED;
    const { exitCode, errors } = await show(['fiat-order', '12'], {
      ...POSTPONED,
      row: { ...row, revision: 4 },
    });
    expect(exitCode).toBe(1);
    expect(errors).toContain('fiat-order 12 is not what its log says');
  });

  test('shows a record of an older machine as the present one would migrate it', async () => {
    const { row } = POSTPONED;
    const {
      buyerWithdrawals: _,
      sellerWithdrawals: _also,
      ...context
    } = {
      ...(row.snapshot as { readonly context: Record<string, unknown> }).context,
    };
    const snapshot = { value: { confirming: { inTime: 'postponed' } }, context };
    const older = { ...POSTPONED, row: { ...row, machineVersion: 1, snapshot } };
    const { exitCode, output } = await show(['fiat-order', '12'], older);
    expect(exitCode).toBe(0);
    expect(output).toContain('  buyerWithdrawals: 0\n');
    const open = output.slice(output.indexOf('Possible now'), output.indexOf('Refused now'));
    expect(open).toContain(
      '  rights.apply: One side appeals (rights protection). The timer stops.',
    );
  });

  test('shows a contract order with the events that led to its end', async () => {
    const { exitCode, output } = await show(['contract-order', '7', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      kind: 'contract-order',
      state: 'closed',
      faults: [],
      context: { closeReason: 'stop_out', closeTicks: 8_750_000 },
      steps: [{ event: 'lifecycle.started' }, {}, {}, { event: 'close.trigger' }, { by: 'engine' }],
    });
  });

  test('shows a fast contract with the events of the index log', async () => {
    const { exitCode, output } = await show(['micro-order', '5', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      kind: 'micro-order',
      state: 'won',
      faults: [],
      context: { openTicks: 9_725_000 },
      steps: [
        { by: null },
        { event: 'tick.taken', by: 'engine' },
        { taken: ['open > window.closed #1'] },
      ],
    });
  });

  test.each([
    [['999'], 'there is no spot-order 999'],
    [['fiat-order', '999'], 'there is no fiat-order 999'],
    [['kettle', '1'], 'unknown kind "kettle"'],
    [['0'], 'show needs the number of a record'],
    [['fiat-ad', '1', '2'], 'unexpected argument "2"'],
  ])('refuses wrong use in one line: %j', async (args, message) => {
    const { exitCode, errors } = await show(args);
    expect([exitCode, errors.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});

/** Every kind of situation that the paths of a lifecycle's models reach. */
function situations(kind: LifecycleKind): { model: MachineModel; snapshot: AnyMachineSnapshot }[] {
  const { machine } = LIFECYCLES[kind];
  return MODELS.filter((model) => model.machine === machine).flatMap((model) => {
    const found = new Map<string, AnyMachineSnapshot>();
    for (const { start, steps } of generatePaths(model, 'shortest'))
      for (const { snapshot } of [start, ...steps]) found.set(model.key(snapshot), snapshot);
    return [...found.values()].map((snapshot) => ({ model, snapshot }));
  });
}
const explained = (kind: LifecycleKind, { value, context }: AnyMachineSnapshot) =>
  explain({ kind, state: statePathOf(value as StateValue), context: context as object as never });

describe.each(LIFECYCLE_KINDS)('the reasons of %s', (kind) => {
  test('let each role do what the machine lets it do, and nothing else', () => {
    const found = situations(kind);
    expect(found.length).toBeGreaterThan(1);
    for (const { model, snapshot } of found) {
      const tried = caseLetters(model).filter(({ by }) => LIFECYCLES[kind].roles.includes(by));
      for (const { type, verdicts } of explained(kind, snapshot))
        for (const { role, isAllowed } of verdicts) {
          const cases = tried.filter((letter) => letter.type === type && letter.by === role);
          // The models limit the total, so that their walks end.
          const isBeyond = type === 'ad.edit' && role === 'merchant' && isAllowed;
          const isTaken = isBeyond || cases.some(({ eventAt }) => snapshot.can(eventAt(snapshot)));
          const where = [model.name, statePathOf(snapshot.value), type, role];
          expect([...where, isAllowed]).toEqual([...where, isTaken]);
        }
    }
  });

  test('have words for every rule that refuses', () => {
    const rules = new Set(
      situations(kind)
        .flatMap(({ snapshot }) => explained(kind, snapshot))
        .flatMap(({ verdicts }) => verdicts)
        .flatMap((verdict): readonly Refusal[] => (verdict.isAllowed ? [] : [verdict.refusal]))
        .flatMap((refusal) => (refusal.because === 'guard' ? [refusal.guard] : [])),
    );
    expect([...rules].filter((rule) => guardWords(rule) === undefined)).toEqual([]);
  });

  test('have a name for the kind', () => {
    const names: Readonly<Record<string, string>> = texts.kind;
    expect(names[kind]).toMatch(/\S/);
  });

  test('have words for every event', () => {
    const events: Readonly<
      Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
    > = texts.event;
    const words = events[kind] ?? {};
    const missing = Object.keys(LIFECYCLES[kind].events).filter((type) => {
      const [noun = '', verb = ''] = type.split('.');
      return words[noun]?.[verb] === undefined;
    });
    expect(missing).toEqual([]);
  });

  test('use names for states that lead there and back', () => {
    for (const { snapshot } of situations(kind)) {
      const path = statePathOf(snapshot.value);
      expect(stateValueOf(path)).toEqual(snapshot.value);
      expect(pathsAround(path).at(-1)).toBe(path);
    }
  });
});
