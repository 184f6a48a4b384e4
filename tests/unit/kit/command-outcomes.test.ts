/** The outcome of a command during a retry. */
import { expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { createAskOutcome } from '../../../server/kit/commands/command-outcomes.ts';
import type { FindStored } from '../../../server/kit/commands/command-outcomes.ts';
import { CommandsUnderWay } from '../../../server/kit/commands/commands-under-way.ts';
import { eventually } from '../../support/eventually.ts';

const id = { userId: 1, path: '/api/private/spot/place_order', key: 'sixteen-characters' } as const;
const NOW = 1_000_000;

test('a try that arrives while the outcome is read cannot invalidate "not executed"', async () => {
  const underWay = new CommandsUnderWay({ now: () => NOW }, 0);
  await eventually(() => expect(underWay.mayComeAbout(id, NOW - 1)).toBe(false));
  const read = Promise.withResolvers<undefined>();
  const find: FindStored = () => read.promise;
  const stores = new Proxy({} as Parameters<typeof createAskOutcome>[1], { get: () => find });
  const asked = createAskOutcome(underWay, stores)({ ...id, expiresAt: NOW - 1, now: NOW });

  const again = await underWay.run(id, NOW + 10_000, async (deadline) =>
    deadline.hasPassed() ? refuse('command_expired') : ok('executed'),
  );
  read.resolve(undefined);

  expect(await asked).toMatchObject({ state: 'not_executed' });
  expect(again).toEqual(refuse('command_expired'));
});

test('a late try waits for an earlier one that is still running, and gets the same answer', async () => {
  let now = NOW;
  const underWay = new CommandsUnderWay({ now: () => now }, 0);
  const lock = Promise.withResolvers<undefined>();
  let stored: string | undefined;
  const carryOut = (wait: Promise<undefined>) =>
    underWay.run(id, NOW + 10_000, async (deadline) => {
      if (stored !== undefined) return ok(stored);
      if (deadline.hasPassed()) return refuse('command_expired');
      await wait;
      return ok((stored = 'executed'));
    });
  const first = carryOut(lock.promise);
  now = NOW + 10_001;
  const late = carryOut(Promise.resolve(undefined));
  lock.resolve(undefined);

  expect(await Promise.all([first, late])).toEqual([ok('executed'), ok('executed')]);
});

/** More commands than the server remembers of all users together. */
const FLOOD = 30_000;
const other = (index: number) => ({ ...id, userId: 2, key: `key-of-another-${index}` }) as const;

test('another account cannot make a refusal forgotten, however many of its own it has', async () => {
  const underWay = new CommandsUnderWay({ now: () => NOW }, 0);
  await underWay.run(id, NOW - 1, () => refuse('insufficient_balance'));
  for (let index = 0; index < FLOOD; index++)
    await underWay.run(other(index), NOW - 1, () => refuse('insufficient_balance'));

  expect(underWay.close(id)).toBe('insufficient_balance');
  expect(underWay.close(other(0))).toBeUndefined();
  expect(underWay.close(other(FLOOD - 1))).toBe('insufficient_balance');
});

test('another account cannot make the end of a command forgotten', async () => {
  let now = NOW;
  const underWay = new CommandsUnderWay({ now: () => now }, 0);
  underWay.close(id);
  for (let index = 0; index < FLOOD; index++) underWay.close(other(index));
  now = NOW - 10_000;

  const late = await underWay.run(id, NOW - 1, async (deadline) =>
    deadline.hasPassed() ? refuse('command_expired') : ok('executed'),
  );
  expect(late).toEqual(refuse('command_expired'));
});
