/** The process that decodes pictures, as the server sees it: its queue and its end. */
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../server/kit/log.ts';
import { PictureCleaner } from '../../../server/kit/pictures/picture-cleaner.ts';
import { somePicture } from '../../support/pictures.ts';

const WAITING_MAX = 12;
const UNAVAILABLE = { ok: false, error: 'service_unavailable', retryAfterS: expect.any(Number) };

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

let cleaner = new PictureCleaner(createLog('fatal'));
afterEach(() => {
  cleaner.close();
  cleaner = new PictureCleaner(createLog('fatal'));
});

test('takes one picture, lets a few wait, and refuses more at once', async () => {
  const bytes = await somePicture();
  const answers = await Promise.all(
    Array.from({ length: WAITING_MAX + 5 }, () => cleaner.clean(bytes)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(WAITING_MAX + 1);
  expect(answers.filter(({ ok }) => !ok)).toEqual(times(4, UNAVAILABLE));
  expect(await cleaner.clean(bytes)).toMatchObject({ ok: true });
});

test('a file that is no picture waits for nothing', async () => {
  const bytes = await somePicture();
  const waiting = Array.from({ length: WAITING_MAX + 1 }, () => cleaner.clean(bytes));
  expect(await cleaner.clean(new Uint8Array([1, 2, 3]))).toMatchObject({
    error: 'unsupported_file_format',
  });
  await Promise.all(waiting);
});

test('a server that stops leaves no decoder, and no waiting request', async () => {
  const bytes = await somePicture(4_000, 3_000);
  await cleaner.clean(await somePicture());
  const { workerPid } = cleaner;
  const waiting = [cleaner.clean(bytes), cleaner.clean(bytes), cleaner.clean(bytes)];
  cleaner.close();
  expect(await Promise.all(waiting)).toEqual(times(3, UNAVAILABLE));
  expect(await cleaner.clean(bytes)).toEqual(UNAVAILABLE);
  expect(cleaner.workerPid).toBeUndefined();
  expect(() => process.kill(workerPid ?? 0, 0)).toThrow('ESRCH');
});

test('a server that stops while its decoder starts does not wait for it', async () => {
  const waiting = cleaner.clean(await somePicture());
  cleaner.close();
  expect(await waiting).toEqual(UNAVAILABLE);
});
