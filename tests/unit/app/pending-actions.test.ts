/** Actions under way: one per record, until the response. */
import { expect, test, vi } from 'vitest';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { createPendingActions } from '../../../src/app/core/live/pending-actions.ts';
import { eventually } from '../../support/eventually.ts';

test.each<readonly [string, () => Promise<CallAnswer<unknown>>]>([
  ['granted', () => Promise.resolve({ ok: true, value: null })],
  ['refused', () => Promise.resolve({ ok: false, error: 'record_changed' })],
  ['failed unexpectedly', () => Promise.reject(new Error('unforeseen'))],
])('an action is pending until it is %s', async (_, answer) => {
  const actions = createPendingActions();
  const changed = vi.fn<() => void>();
  const leave = actions.subscribe(changed);
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const act = vi.fn<() => Promise<CallAnswer<unknown>>>(() => gate.then(answer));
  actions.begin('7', act);
  actions.begin('7', act);
  actions.begin('8', () => new Promise(() => undefined));
  expect([...actions.get()]).toEqual(['7', '8']);

  finish();
  await eventually(() => expect([...actions.get()]).toEqual(['8']));
  expect(act).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledTimes(3);

  leave();
  actions.begin('7', act);
  expect(act).toHaveBeenCalledTimes(2);
  expect(changed).toHaveBeenCalledTimes(3);
});
