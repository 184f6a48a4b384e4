/** The recurring jobs of the server, as operators see them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { JOB_NAMES } from '../../../contract/operator/schemas/jobs.ts';
import { eventually } from '../../support/eventually.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import type { TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  // Port 9 of this machine takes nothing.
  const index = { INDEX_LOG: 'on', WITNESS_URLS: 'http://127.0.0.1:9/' };
  server = await startTestServer({ env: index });
  operator = await signInOperator(server);
});
afterAll(() => server.stop());

const jobNamed = async (name: string) => {
  const jobs = await operator.ask('listJobs', {});
  return ensure(
    jobs.find((job) => job.name === name),
    name,
  );
};

test('every job of the list exists, in its order, and runs at its interval', async () => {
  const jobs = await operator.ask('listJobs', {});

  expect([...new Set(jobs.map(({ name }) => name))]).toEqual(JOB_NAMES);
  const withSubject = jobs.filter(({ subject }) => subject !== null);
  expect(withSubject.map(({ name, subject }) => [name, subject])).toEqual([
    ['record_timers', 'withdrawal'],
    ['record_timers', 'fiat-order'],
    ['record_timers', 'ieo-offering'],
    ['chain_reading', 'development'],
    ['chain_reserves', 'development'],
  ]);
  for (const { name, lateness_ms: latenessMs } of jobs)
    expect(latenessMs === null, name).toBe(name !== 'record_timers');
  const { last_run_at: earlier } = await jobNamed('signs_of_life');
  await eventually(async () => {
    const { last_run_at: later, ...job } = await jobNamed('signs_of_life');
    expect(later).toBeGreaterThan(earlier ?? 0);
    expect(job).toMatchObject({ owner: 'scheduler', interval_ms: 2_000, last_failure: null });
    expect(job.last_duration_ms).toBeGreaterThanOrEqual(0);
  });
});

test('a job that fails shows its time and error, and its later runs continue', async () => {
  await queryServer(server, 'alter table server_beats rename to server_beats_away');
  const failure = await eventually(async () =>
    ensure((await jobNamed('signs_of_life')).last_failure ?? undefined, 'a failure'),
  );
  await queryServer(server, 'alter table server_beats_away rename to server_beats');

  expect(failure.error).toMatch(/^\w*Error$/);
  await eventually(async () => {
    const { last_run_at: ranAt, last_failure: last } = await jobNamed('signs_of_life');
    expect(ranAt).toBeGreaterThan(ensure(last ?? undefined, 'a failure').at);
  });
});
