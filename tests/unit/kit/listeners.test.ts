/** Listeners: one that throws is logged, and the others hear of the event. */
import { expect, test } from 'vitest';
import { Listeners } from '../../../server/kit/process/listeners.ts';

test('a listener that throws is logged, and the others still hear of the event', () => {
  const logged: unknown[] = [];
  const log = { error: (...line: unknown[]) => logged.push(line) };
  const listeners = new Listeners<[name: string, size: number]>(log as never, 'a listener failed');
  const heard: string[] = [];
  const fault = new Error('a fault of the test');
  listeners.add(() => {
    throw fault;
  });
  const remove = listeners.add((name, size) => heard.push(`${name} ${size}`));
  listeners.notify('first', 1);
  remove();
  listeners.notify('second', 2);
  expect(heard).toEqual(['first 1']);
  expect(logged).toEqual([
    [{ err: fault }, 'a listener failed'],
    [{ err: fault }, 'a listener failed'],
  ]);
});
