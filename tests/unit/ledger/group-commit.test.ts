/** The order in which batches are sent to the store and reported to waiting callers. */
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GroupCommit } from '../../../server/ledger/writer/group-commit.ts';

/** Rows of a batch that is sent while another commit is under way. */
const ROWS_AHEAD = 128;

/** A store that answers on request, and records its calls. @param rows of the batch after each command. */
function commitsOf(rows = 0, commitMsMax = 60_000) {
  const seen: string[] = [];
  const answers: ((isWritten: boolean) => void)[] = [];
  let sealed = 0;
  const listener: { onTold?: (ordinal: number) => void; isSealBroken?: boolean } = {};
  const commits = new GroupCommit<number, { readonly committed: number }>({
    seal: () => {
      if (listener.isSealBroken === true) throw new Error('the memory is broken');
      return { committed: ++sealed };
    },
    rows: () => rows,
    commitMsMax,
    store: {
      commit: ({ committed }) => {
        seen.push(`sent ${committed}`);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    onCommitted: (_batch, ordinal) => {
      seen.push(`told ${ordinal}`);
      listener.onTold?.(ordinal);
    },
    onFatal: (end) => {
      seen.push(end);
      commits.abandon();
    },
  });
  const answer = async (isWritten: boolean): Promise<void> => {
    answers.shift()?.(isWritten);
    await setImmediate();
  };
  return { commits, seen, answer, answers, listener };
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

test('a command of a listener, in the turn of its notification, is committed without another command', async () => {
  const { commits, seen, answer, listener } = commitsOf();
  let given: Promise<number> | undefined;
  listener.onTold = (ordinal) => {
    if (ordinal === 1) given = commits.join();
  };
  void commits.join();
  await setImmediate();
  await answer(true);
  expect(seen).toEqual(['sent 1', 'told 1', 'sent 2']);
  await answer(true);
  expect(await given).toBe(2);
});

test('all that waits is settled only with the newest batch', async () => {
  const { commits, answer } = commitsOf(5_000);
  // Each command fills a batch.
  const joined = [commits.join(), commits.join(), commits.join()];
  let isSettled = false;
  const settled = commits.settled().then(() => (isSettled = true));
  await setImmediate();
  for (const batch of joined) {
    expect(isSettled).toBe(false);
    await answer(true);
    await batch;
  }
  expect(await settled).toBe(true);
});

test('a batch is sealed by its rows', async () => {
  const { commits, seen, answer } = commitsOf(4_096);
  const joined = [commits.join(), commits.join()];
  await setImmediate();
  expect(seen).toEqual(['sent 1', 'sent 2']);
  await answer(true);
  await answer(true);
  expect(await Promise.all(joined)).toEqual([1, 2]);
});

test('a commit that does not end in time ends the writer, and no listener is notified', async () => {
  const { commits, seen } = commitsOf(0, 20);
  void commits.join();
  await expect.poll(() => seen).toEqual(['sent 1', 'commit_failed']);
  expect(commits.isOpen).toBe(false);
});

test('an answer that was there when a stopped process goes on is taken', async () => {
  const { commits, seen, answer } = commitsOf(0, 20);
  const joined = commits.join();
  await setImmediate();
  // The timer of the deadline is due, and the answer arrives in the same turn.
  const until = performance.now() + 40;
  while (performance.now() < until) continue;
  void setImmediate().then(() => answer(true));
  expect(await joined).toBe(1);
  expect(seen).toEqual(['sent 1', 'told 1']);
});

test('a large batch is sent during one other commit, and announced after it', async () => {
  const { commits, seen, answer } = commitsOf(ROWS_AHEAD);
  const joined: Promise<number>[] = [];
  for (let batch = 0; batch < 3; batch += 1) {
    joined.push(commits.join());
    await setImmediate();
  }
  expect(seen).toEqual(['sent 1', 'sent 2']);
  await answer(true);
  expect(seen).toEqual(['sent 1', 'sent 2', 'sent 3', 'told 1']);
  await answer(true);
  await answer(true);
  expect(seen.slice(3)).toEqual(['told 1', 'told 2', 'told 3']);
  expect(await Promise.all(joined)).toEqual([1, 2, 3]);
});

test('a smaller batch waits for the commit before it', async () => {
  const { commits, seen, answer } = commitsOf(ROWS_AHEAD - 1);
  const joined = [commits.join()];
  await setImmediate();
  joined.push(commits.join(), commits.join());
  await setImmediate();
  expect(seen).toEqual(['sent 1']);
  await answer(true);
  await answer(true);
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1', 'told 2']);
  expect(await Promise.all(joined)).toEqual([1, 2, 2]);
});

test('the answer to a later commit announces nothing before the earlier one', async () => {
  const { commits, seen, answers } = commitsOf(ROWS_AHEAD);
  const joined = [commits.join()];
  await setImmediate();
  joined.push(commits.join());
  await setImmediate();
  answers[1]?.(true);
  await setImmediate();
  expect(seen).toEqual(['sent 1', 'sent 2']);
  answers[0]?.(true);
  expect(await Promise.all(joined)).toEqual([1, 2]);
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1', 'told 2']);
});

test('two commits that fail together end the writer once', async () => {
  const { commits, seen, answer } = commitsOf(ROWS_AHEAD);
  void commits.join();
  await setImmediate();
  void commits.join();
  await answer(false);
  await answer(false);
  expect(seen).toEqual(['sent 1', 'sent 2', 'taken_over']);
});

test('where the second of two commits has failed with the answer to the first one, nothing more is sent', async () => {
  const { commits, seen, answers } = commitsOf(ROWS_AHEAD);
  const first = commits.join();
  await setImmediate();
  for (let batch = 2; batch <= 3; batch += 1) {
    void commits.join();
    await setImmediate();
  }
  answers[0]?.(true);
  answers[1]?.(false);
  expect(await first).toBe(1);
  await setImmediate();
  expect(seen).toEqual(['sent 1', 'sent 2', 'taken_over', 'told 1']);
  expect(commits.isOpen).toBe(false);
});

test('an abandoned writer announces what was under way, and sends nothing more', async () => {
  const { commits, seen, answer } = commitsOf(ROWS_AHEAD);
  for (let batch = 1; batch <= 3; batch += 1) {
    void commits.join();
    await setImmediate();
  }
  commits.abandon();
  await answer(true);
  await answer(true);
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1', 'told 2']);
});

test('a batch that cannot be sealed during a commit ends the writer, not its caller', async () => {
  const { commits, seen, listener } = commitsOf(ROWS_AHEAD);
  void commits.join();
  await setImmediate();
  listener.isSealBroken = true;
  void commits.join();
  await setImmediate();
  expect(seen).toEqual(['sent 1', 'publication_failed']);
  expect(commits.isAbandoned).toBe(true);
});

test('commands of one moment share a batch, also during a commit', async () => {
  const { commits, seen, answer } = commitsOf(ROWS_AHEAD);
  void commits.join();
  await setImmediate();
  const joined = [commits.join(), commits.join()];
  await setImmediate();
  expect(seen).toEqual(['sent 1', 'sent 2']);
  await answer(true);
  await answer(true);
  expect(await Promise.all(joined)).toEqual([2, 2]);
});

test('a second commit has the time of the first one besides its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { commits, seen, answers } = commitsOf(ROWS_AHEAD, 60);
  const first = commits.join();
  await setImmediate();
  const second = commits.join();
  await setImmediate();
  await vi.advanceTimersByTimeAsync(40);
  answers[0]?.(true);
  expect(await first).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  // A late commit ends the writer only after some turns.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(commits.isOpen).toBe(true);
  answers[1]?.(true);
  expect(await second).toBe(2);
  expect(seen).toEqual(['sent 1', 'sent 2', 'told 1', 'told 2']);
});
