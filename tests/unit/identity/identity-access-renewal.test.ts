/** Tokens in use are renewed together, and lapse when they are no longer accepted. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { AccessCache } from '../../../server/areas/identity/access-cache.ts';
import { GatheredRead } from '../../../server/kit/db/gathered-read.ts';
import { digest } from '../../../server/kit/seal/secrets.ts';
import { authenticate } from '../../../server/areas/identity/sessions.ts';
import { createLog } from '../../../server/kit/log.ts';

const NOW = 1_800_000_000_000;

/** A table of sessions that counts its reads. */
function sessionsOf(...tokens: readonly string[]) {
  const rows = new Map(
    tokens.map((token, n) => {
      const hash = digest(token);
      const owner = { userId: n + 1, sessionId: token, isVerified: true };
      const standing = {
        endedAtMs: null as number | null,
        disabledAtMs: null,
        isHeldByOwner: false,
      };
      return [hash, { hash, ...owner, ...standing, expiresAtMs: NOW + 900_000 }];
    }),
  );
  const findAccess = vi.fn(async (hashes: readonly string[]) =>
    hashes.flatMap((hash) => rows.get(hash) ?? []),
  );
  const accessReads = new GatheredRead(findAccess, ({ hash }) => hash);
  const parts = { accessReads, accessCache: new AccessCache(), log: createLog('silent') };
  return {
    findAccess,
    end: (token: string) => rows.set(digest(token), { ...rows.get(digest(token))!, endedAtMs: 1 }),
    /** Answers when a renewal that the call caused has ended too: reads take no time here. */
    ask: async (token: string, atMs: number) => {
      const answer = await authenticate(parts, token, NOW + atMs);
      await nextTurn();
      return answer;
    },
  };
}

test('tokens in steady use are read again together', async () => {
  const people = ['ann', 'bob', 'cy'];
  const { ask, findAccess } = sessionsOf(...people);
  for (const token of people) await ask(token, 0);
  findAccess.mockClear();
  for (let atMs = 90; atMs < 1_000; atMs += 90)
    for (const token of people) expect((await ask(token, atMs)).ok).toBe(true);
  expect(findAccess.mock.calls.map(([hashes]) => hashes.length)).toEqual([3]);
});

test('a token used only now and then is read again too, with the others', async () => {
  const { ask, findAccess } = sessionsOf('ann', 'bob');
  for (const token of ['ann', 'bob']) await ask(token, 0);
  await ask('bob', 100);
  findAccess.mockClear();
  for (let atMs = 130; atMs < 1_000; atMs += 100) await ask('ann', atMs);
  await ask('bob', 1_010);
  expect(findAccess.mock.calls.map(([hashes]) => hashes.length)).toEqual([2]);
});

test('a session that has ended elsewhere is refused a second after it was last read', async () => {
  const { ask, end } = sessionsOf('ann');
  await ask('ann', 0);
  end('ann');
  expect((await ask('ann', 600)).ok).toBe(true);
  expect((await ask('ann', 999)).ok).toBe(true);
  expect(await ask('ann', 1_000)).toMatchObject({ error: 'session_ended' });
});

test('a renewal that fails leaves the next call to read for itself', async () => {
  const { ask, findAccess } = sessionsOf('ann');
  await ask('ann', 0);
  findAccess.mockRejectedValueOnce(new Error('no database'));
  expect((await ask('ann', 600)).ok).toBe(true);
  expect((await ask('ann', 1_000)).ok).toBe(true);
  expect(findAccess).toHaveBeenCalledTimes(3);
});

test('users whose calls arrive together are read together, and each gets its own answer', async () => {
  const { ask, end, findAccess } = sessionsOf('ann', 'bob', 'cy');
  end('bob');
  const answers = await Promise.all(['ann', 'bob', 'cy', 'nobody'].map((token) => ask(token, 0)));
  expect(answers).toMatchObject([
    { ok: true, value: { userId: 1 } },
    { ok: false, error: 'session_ended' },
    { ok: true, value: { userId: 3 } },
    { ok: false, error: 'unauthorized' },
  ]);
  expect(findAccess.mock.calls.map(([hashes]) => hashes.length)).toEqual([4]);
});
