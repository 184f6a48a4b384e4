/** Statements shared by callers of one moment: later callers join the next one, and each gets its own result. */
import { expect, test } from 'vitest';
import { GatheredStatement } from '../../../server/kit/db/gathered-statement.ts';

/** A statement that doubles numbers, fails while `failure` is set, and lists its inputs. */
function doubling() {
  const sent: (readonly number[])[] = [];
  const state: { failure: Error | null } = { failure: null };
  const statement = new GatheredStatement(async (items: readonly number[]) => {
    sent.push(items);
    await Promise.resolve();
    if (state.failure !== null) throw state.failure;
    return items.map((item) => (item === 0 ? null : item * 2));
  });
  return { statement, sent, state };
}

test('requests of the same moment are sent together, and each gets its own answer, including null', async () => {
  const { statement, sent } = doubling();
  expect(await Promise.all([3, 0, 3].map((item) => statement.ask(item)))).toEqual([6, null, 6]);
  expect(sent).toEqual([[3, 0, 3]]);
});

test('a request during a running batch joins the next one', async () => {
  const { statement, sent } = doubling();
  const first = statement.ask(1);
  await Promise.resolve();
  expect(sent).toEqual([[1]]);
  const later = [statement.ask(2), statement.ask(3)];
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6]);
  expect(sent).toEqual([[1], [2, 3]]);
});

test('a failure reaches the requests of its batch, and the next ones are sent', async () => {
  const { statement, sent, state } = doubling();
  state.failure = new Error('lost');
  const failing = [statement.ask(1), statement.ask(2)];
  await expect(failing[0]).rejects.toThrow('lost');
  await expect(failing[1]).rejects.toThrow('lost');
  state.failure = null;
  expect(await statement.ask(5)).toBe(10);
  expect(sent).toEqual([[1, 2], [5]]);
});

test('a missing answer fails the whole batch, and gives no request the answer of another', async () => {
  const statement = new GatheredStatement((items: readonly number[]) =>
    Promise.resolve(items.slice(1)),
  );
  const asked = await Promise.allSettled([statement.ask(1), statement.ask(2)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
