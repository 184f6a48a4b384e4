/** The commands of `npm run qa` in this process: arguments, output, errors. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '../../qa/cli.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import type { LifecycleRecord } from '../../server/kit/lifecycle/replay-lifecycle.ts';
import type { OrderRecord } from '../../server/areas/spot/spot.area.ts';
import { kettleModel } from './fixtures/kettle.model.ts';
import { STOPPED_OUT } from './fixtures/contract-orders.ts';
import { WON_FAST } from './fixtures/fast-contracts.ts';
import { EXECUTED_BUY } from './fixtures/order-records.ts';

async function qa(
  args: readonly string[],
  models: readonly MachineModel[] = [kettleModel],
  orders: readonly OrderRecord[] = [],
  records: readonly LifecycleRecord[] = [],
) {
  const written = new Map<string, string>();
  let output = '';
  let errors = '';
  const exitCode = await runCli(args, {
    models,
    mutants: [],
    root: '/nowhere',
    now: () => 0,
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
    writeFile: (path, text) => Promise.resolve(void written.set(path, text)),
    openArchive: () =>
      Promise.resolve({
        findOrder: (id) => Promise.resolve(orders.find(({ order }) => order.id === id)),
        findContractOrder: (id) => Promise.resolve(id === 7 ? STOPPED_OUT : undefined),
        findMicroOrder: (id) => Promise.resolve(id === 5 ? WON_FAST : undefined),
        findRecord: (kind, id) =>
          Promise.resolve(records.find(({ row }) => row.kind === kind && row.id === id)),
        close: () => Promise.resolve(),
      }),
    judge: () => Promise.resolve([]),
  });
  return { exitCode, output, errors, written };
}

describe('paths', () => {
  test('prints the edge cover as text', async () => {
    const { exitCode, output } = await qa(['paths', 'kettle']);

    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /^kettle: 11 paths \(edge\), \d+ steps, transitions 9 of 9, states 7 of 7\n/,
    );
    expect(output).toContain(
      '  user   the user switches it on\n         kettle.switchOn → on.heating',
    );
  });

  test('prints shortest and simple paths when asked, without promising all transitions', async () => {
    const shortest = await qa(['paths', 'kettle', '--shortest']);
    const simple = await qa(['paths', 'kettle', '--simple']);

    expect([shortest.exitCode, simple.exitCode]).toEqual([0, 0]);
    expect(shortest.output).toContain('(shortest)');
    expect(simple.output).toContain('(simple)');
    expect(shortest.output).toContain('not hit: on > kettle.switchOff');
  });

  test('bounds simple paths, and reports the omitted ones on the error output', async () => {
    const all = await qa(['paths', 'kettle', '--simple']);
    const [, total] = /^kettle: (\d+) paths/.exec(all.output) ?? [];
    const short = await qa(['paths', 'kettle', '--simple', '--max-length', '2', '--limit', '2']);
    const few = await qa(['paths', 'kettle', '--simple', '--limit', '2']);

    expect(all.errors).toBe('');
    expect(short.output).toMatch(/^kettle: 2 paths \(simple\), 4 steps/);
    expect(short.errors).toMatch(/^kettle: .*2 .*--limit and --max-length\n$/);
    expect(few.errors).toMatch(
      new RegExp(`^kettle: .* of up to 1 steps, instead of ${total}; see --limit`),
    );
  });

  test('prints JSON with events, states, transitions and effects', async () => {
    const { output } = await qa(['paths', 'kettle', '--format', 'json']);
    const document = z
      .object({
        machine: z.literal('kettle'),
        coverage: z.object({ transitions: z.object({ total: z.literal(9), hit: z.literal(9) }) }),
        paths: z.array(
          z.object({ id: z.string(), steps: z.array(z.record(z.string(), z.unknown())) }),
        ),
      })
      .parse(JSON.parse(output));

    expect(document.paths[4]?.steps.at(-1)).toEqual({
      event: { type: 'kettle.switchOff' },
      by: 'user',
      label: 'the user switches it off',
      state: 'off',
      stateLabel: 'the kettle is cold',
      transitions: ['on > kettle.switchOff'],
      effects: ['stop heater'],
    });
  });

  test('prints Gherkin that reads as sentences', async () => {
    const { output } = await qa(['paths', 'kettle', '--format', 'gherkin']);

    expect(output).toContain('Feature: Kettle\n');
    expect(output).toContain(
      [
        '    Given the kettle is cold',
        '    When the user switches it on',
        '    Then the kettle is heating',
        '    When the heater fails',
        '    Then the kettle is cold',
      ].join('\n'),
    );
  });

  test('writes to a file instead of the terminal', async () => {
    const { output, written } = await qa(['paths', 'kettle', '--out', 'kettle.txt']);

    expect(output).toBe('');
    expect(written.get('kettle.txt')).toContain('kettle: 11 paths');
  });

  test('ends with 1 and names uncovered transitions', async () => {
    const deaf: MachineModel = {
      ...kettleModel,
      cases: kettleModel.cases.filter(({ label }) => label !== 'the user pours nothing'),
    };
    const { exitCode, errors } = await qa(['paths', 'kettle'], [deaf]);

    expect(exitCode).toBe(1);
    expect(errors).toContain('off > water.pour #1');
  });
});

describe('replay', () => {
  test('prints the log of an order to its present state, with what is frozen after each step', async () => {
    const { exitCode, output } = await qa(['replay', '42'], [], [EXECUTED_BUY]);

    expect(exitCode).toBe(0);
    expect(output).toBe(
      [
        'order 42: limit buy in BTC/USDT, owner 17',
        '2026-11-20T10:00:00.000Z  placed 0.5 at 60000                          paid      executed 0    frozen 30000 USDT',
        '2026-11-20T10:00:00.000Z  order.filled 0.2 at 59000 as taker, deal 7   paid      executed 0.2  frozen 18000 USDT',
        '2026-11-20T10:00:05.000Z  order.filled 0.3 at 60000 as maker, deal 12  executed  executed 0.5  frozen 0 USDT',
        '3 steps, the same as stored: executed, revision 3',
        '',
      ].join('\n'),
    );
  });

  test('prints JSON for programs', async () => {
    const named = await qa(['replay', 'spot-order', '42', '--json'], [], [EXECUTED_BUY]);
    const { output } = await qa(['replay', '42', '--json'], [], [EXECUTED_BUY]);
    expect(named.output).toBe(output);

    expect(JSON.parse(output)).toMatchObject({
      order: '42',
      market: 'BTC/USDT',
      is_same_as_stored: true,
      steps: [
        { event: { type: 'order.placed' }, state: 'paid', reserved: '30000' },
        { deal: '7', executed_quantity: '0.2', executed_amount: '11800', fee: '0.0004' },
        { deal: '12', state: 'executed', executed_amount: '29800', fee: '0.0007', revision: 3 },
      ],
    });
  });

  test('ends with 1 and names the difference from the stored record', async () => {
    const { order } = EXECUTED_BUY;
    const wrong = { ...EXECUTED_BUY, order: { ...order, executedLots: 49_999 } };
    const { exitCode, output, errors } = await qa(['replay', '42'], [], [wrong]);

    expect(exitCode).toBe(1);
    expect(output).toContain('NOT the same as stored');
    expect(errors).toContain(
      'executed_quantity is 499990000000000000, the replay says 500000000000000000',
    );
  });
});

describe('replay of a contract order', () => {
  test('prints its log to its end', async () => {
    const { exitCode, output } = await qa(['replay', 'contract-order', '7']);
    expect(exitCode).toBe(0);
    expect(output).toBe(
      [
        'contract-order 7',
        '2026-11-20T10:00:00.000Z  lifecycle.started             pending',
        '2026-11-20T10:00:05.000Z  order.opened by engine 0      inTrading',
        '2026-11-20T10:00:10.000Z  targets.amend by owner 17     inTrading',
        '2026-11-20T10:01:00.000Z  close.trigger by engine 0     closing',
        '2026-11-20T10:01:00.000Z  position.settled by engine 0  closed',
        '5 steps, the same as stored: closed, revision 5',
        '',
      ].join('\n'),
    );
  });

  test('knows no other one', async () => {
    const { exitCode, errors } = await qa(['replay', 'contract-order', '8']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('there is no contract-order 8');
  });
});

describe('replay of a fast contract', () => {
  test('prints what the points of the log made of it', async () => {
    const { exitCode, output } = await qa(['replay', 'micro-order', '5']);
    expect(exitCode).toBe(0);
    expect(output).toBe(
      [
        'micro-order 5',
        '2026-11-26T12:00:00.000Z  lifecycle.started          opening',
        '2026-11-26T12:00:00.250Z  tick.taken by engine 0     open',
        '2026-11-26T12:00:04.270Z  window.closed by engine 0  won',
        '3 steps, the same as stored: won, revision 3',
        '',
      ].join('\n'),
    );
  });

  test('knows no other one', async () => {
    const { exitCode, errors } = await qa(['replay', 'micro-order', '6']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('there is no micro-order 6');
  });
});

describe('replay of a record', () => {
  const row = {
    kind: 'feedback-ticket',
    id: 3,
    machineVersion: 1,
    revision: 3,
    snapshot: { value: 'replied', context: { ownerId: 17, unanswered: 0 } },
    updatedAtMs: 0,
  };
  const at = Date.UTC(2026, 10, 20, 10);
  const logged = (revision: number, event: object) => ({
    kind: row.kind,
    id: row.id,
    revision,
    event,
    atMs: at + 1_000 * revision,
  });
  const record: LifecycleRecord = {
    row,
    events: [
      logged(1, { type: 'lifecycle.started', input: { ownerId: 17 } }),
      logged(2, { type: 'ticket.write', by: { role: 'person', userId: 17 } }),
      logged(3, { type: 'ticket.answer', by: { role: 'operator', userId: 5 } }),
    ],
    timers: [],
  };
  const replay = (stored: LifecycleRecord, ...options: readonly string[]) =>
    qa(['replay', 'feedback-ticket', '3', ...options], [], [], [stored]);

  test('prints its log to its present state, with all effects', async () => {
    const { exitCode, output } = await replay(record);

    expect(output).toBe(
      [
        'feedback-ticket 3',
        '2026-11-20T10:00:01.000Z  lifecycle.started            awaitingReply',
        '2026-11-20T10:00:02.000Z  ticket.write by person 17    awaitingReply',
        '2026-11-20T10:00:03.000Z  ticket.answer by operator 5  replied        notifyOwner',
        '3 steps, the same as stored: replied, revision 3',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
  });

  test('prints JSON for programs', async () => {
    const { output } = await replay(record, '--json');

    expect(JSON.parse(output)).toMatchObject({
      kind: 'feedback-ticket',
      id: '3',
      is_same_as_stored: true,
      steps: [
        { state: 'awaitingReply', revision: 1 },
        { context: { unanswered: 2 } },
        { event: { type: 'ticket.answer' }, state: 'replied', effects: ['notifyOwner'] },
      ],
    });
  });

  test('ends with 1 and names the difference from the stored record', async () => {
    const { exitCode, output, errors } = await replay({ ...record, row: { ...row, revision: 4 } });

    expect(exitCode).toBe(1);
    expect(output).toContain('NOT the same as stored');
    expect(errors).toContain('revision 4 is stored, the log ends with 3');
  });
});

describe('wrong use', () => {
  test.each([
    [['paths', 'toaster'], 'unknown machine "toaster"; known machines: kettle'],
    [['paths'], 'paths needs the name of a machine'],
    [['paths', 'kettle', 'toaster'], 'unexpected argument "toaster"'],
    [
      ['paths', 'kettle', '--format', 'xml'],
      'unknown format "xml"; formats: text, json, gherkin, playwright',
    ],
    [['paths', 'kettle', '--shortest', '--simple'], 'choose one of --shortest and --simple'],
    [['paths', 'kettle', '--limit', '5'], '--limit and --max-length are for --simple'],
    [['paths', 'kettle', '--simple', '--limit', '0'], '--limit needs a whole number from 1'],
    [['paths', 'kettle', '--simple', '--max-length', 'x'], '--max-length needs a whole number'],
    [['paths', 'kettle', '--fastest'], "Unknown option '--fastest'"],
    [['brew'], 'unknown command "brew"; commands: list, paths, coverage, mutants, docs, replay'],
    [['replay'], 'replay needs the number of an order'],
    [['replay', '-1'], "Unknown option '-1'"],
    [['replay', '1e3'], 'replay needs the number of an order'],
    [
      ['replay', '7', '8'],
      'unknown kind "7"; kinds: fiat-order, fiat-ad, withdrawal, deposit, kyc-review, feedback-ticket, spot-order',
    ],
    [['replay', 'withdrawal', '8', '9'], 'unexpected argument "9"'],
    [['replay', 'withdrawal', 'x'], 'replay needs the number of a withdrawal'],
    [['replay', 'withdrawal', '8'], 'there is no withdrawal 8'],
    [['replay', '7'], 'there is no order 7'],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { exitCode, output, errors } = await qa(args);

    expect(exitCode).toBe(2);
    expect(output).toBe('');
    expect(errors).toContain(message);
  });

  test('no command at all shows the help and ends with 2', async () => {
    expect(await qa([])).toMatchObject({ exitCode: 2, output: expect.stringContaining('Usage:') });
  });
});

test('--help shows the commands and ends with 0', async () => {
  const { exitCode, output } = await qa(['--help']);

  expect(exitCode).toBe(0);
  for (const word of [
    'list',
    'paths <machine>',
    'docs',
    'replay <number>',
    '--shortest',
    '--simple',
    '--format',
    '--out',
  ])
    expect(output).toContain(word);
});

test('list names every machine with its coverage', async () => {
  expect(await qa(['list'])).toMatchObject({
    exitCode: 0,
    output: 'kettle  transitions 9 of 9, states 7 of 7\n',
  });
});
