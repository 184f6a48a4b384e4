/** Limits of concurrent work: a bounded gate and a queue by key. */
import { describe, expect, test } from 'vitest';
import { Gate, GateFullError, KeyedQueue } from '../../../server/kit/queue/concurrency.ts';

/** Tasks that end on request, and the list of started ones. */
function controlledTasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

describe('a gate', () => {
  test('runs no more tasks at once than its limit, and the next in order when one ends', async () => {
    const gate = new Gate(2, 10);
    const { begun, task, end } = controlledTasks();
    const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => gate.run(task(name)));
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await first;
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    end('c');
    await third;
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('refuses a task at once when its queue is full', async () => {
    const gate = new Gate(1, 1);
    const { begun, task } = controlledTasks();
    void gate.run(task('running'));
    void gate.run(task('waiting'));
    await expect(gate.run(task('refused'))).rejects.toThrow(GateFullError);
    expect(begun).toEqual(['running']);
  });

  test('lets the next one in when a task fails', async () => {
    const gate = new Gate(1, 1);
    const failing = gate.run(() => Promise.reject(new Error('no')));
    const next = gate.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});

describe('a keyed queue', () => {
  test('runs tasks of one key one after the other, and those of other keys in parallel', async () => {
    const queue = new KeyedQueue();
    const { begun, task, end } = controlledTasks();
    const first = queue.run('ann', task('ann 1'));
    void queue.run('ann', task('ann 2'));
    void queue.run('bob', task('bob 1'));
    await expect.poll(() => begun).toEqual(['ann 1', 'bob 1']);
    end('ann 1');
    await first;
    await expect.poll(() => begun).toEqual(['ann 1', 'bob 1', 'ann 2']);
  });

  test('refuses a task of a key with too many at once, but none that must happen', async () => {
    const queue = new KeyedQueue(2);
    const { begun, task, end } = controlledTasks();
    const first = queue.run('ann', task('ann 1'));
    const second = queue.run('ann', task('ann 2'));
    await expect(queue.run('ann', task('refused'))).rejects.toThrow(GateFullError);
    const always = queue.runAlways('ann', task('always'));
    void queue.run('bob', task('bob 1'));
    end('ann 1');
    await first;
    await expect.poll(() => begun).toEqual(['ann 1', 'bob 1', 'ann 2']);
    end('ann 2');
    await second;
    await expect.poll(() => begun).toContain('always');
    end('always');
    await always;
    void queue.run('ann', task('ann 3'));
    await expect.poll(() => begun).toContain('ann 3');
  });

  test('goes on after a task that failed', async () => {
    const queue = new KeyedQueue();
    const failing = queue.run('ann', () => Promise.reject(new Error('no')));
    const next = queue.run('ann', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});
