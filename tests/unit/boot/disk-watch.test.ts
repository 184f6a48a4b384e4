/** The log while the disk fills up and is cleared. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { DiskWatch } from '../../../server/kit/process/disk-watch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

test('low disk space is logged immediately, again every hour while it lasts, and once it ends', async () => {
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const said: string[] = [];
  const note =
    (level: string) =>
    (fields: { readonly freeGb: number }, text: string): void =>
      void said.push(`${level} ${fields.freeGb} ${text}`);
  const log = Object.assign(createLog('silent'), { warn: note('warn'), info: note('info') });
  let free = 5e9;
  const watch = new DiskWatch({
    folder: '/data',
    warningBytes: 5e9,
    clock,
    log,
    jobs: silentJobs(),
    freeBytes: async () => free,
  });
  await watch.look();
  expect(said).toEqual([]);
  free = 4.99e9;
  await watch.look();
  for (let minute = 0; minute < 61; minute += 1) {
    clock.time += MINUTE_MS;
    await watch.look();
  }
  const warning = 'warn 4.99 less than 5 GB of disk space are free: make room';
  expect(said).toEqual([warning, warning]);
  expect(watch.facts()).toEqual({ freeBytes: 4.99e9, warningBytes: 5e9, isLow: true });
  free = 6e9;
  await watch.look();
  await watch.look();
  expect(said).toEqual([warning, warning, 'info 6 the disk has enough free space again']);
  expect(watch.facts()).toMatchObject({ freeBytes: 6e9, isLow: false });
});

test('a disk that cannot be read does not stop the start, and the log says so', async () => {
  const said: string[] = [];
  const log = Object.assign(createLog('silent'), {
    warn: (_: object, text: string): void => void said.push(text),
  });
  const freeBytes = () => Promise.reject(new Error('EIO'));
  const clock = { now: () => 0 };
  const jobs = silentJobs();
  const parts = { folder: '/data', warningBytes: 1, clock, log, jobs, freeBytes };
  const watch = new DiskWatch(parts);
  await watch.start();
  await watch.stop();
  expect(said).toContain('how much room is left on the disk is not known');
  expect(watch.facts()).toEqual({ freeBytes: null, warningBytes: 1, isLow: false });
});
