/** The order in which batches are sent to the store and reported to waiting callers. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupCommit } from '../../../server/ledger/writer/group-commit.ts';

/** A store that answers on request, and records its calls. */
function commitsOf() {
  const seen: string[] = [];
  const answers: ((isWritten: boolean) => void)[] = [];
  let sealed = 0;
  const commits = new GroupCommit<number, { readonly committed: number }>({
    seal: () => ({ committed: ++sealed }),
    rows: () => 0,
    store: {
      commit: ({ committed }) => {
        seen.push(`sent ${committed}`);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    onCommitted: (_batch, ordinal) => seen.push(`told ${ordinal}`),
    onFatal: (end) => {
      seen.push(end);
      commits.abandon();
    },
  });
  const answer = async (isWritten: boolean): Promise<void> => {
    answers.shift()?.(isWritten);
    await setImmediate();
  };
  return { commits, seen, answer };
}

test('commands that gathered during a commit are sent before its batch is announced', async () => {
  const { commits, seen, answer } = commitsOf();
  void commits.join();
  await setImmediate();
  const second = commits.join();
  await answer(true);
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1']);
  await answer(true);
  await second;
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1', 'told 2']);
});

test('where another writer has taken over, gathered commands are not sent', async () => {
  const { commits, seen, answer } = commitsOf();
  void commits.join();
  await setImmediate();
  void commits.join();
  await answer(false);
  expect(seen).toEqual(['sent 1', 'taken_over']);
});

test('after a pause the next command is committed again', async () => {
  const { commits, seen, answer } = commitsOf();
  for (const ordinal of [1, 2]) {
    const joined = commits.join();
    await setImmediate();
    await answer(true);
    await joined;
    expect(seen.at(-1)).toBe(`told ${ordinal}`);
  }
});
