/** The operators' view of a record whose stored state is damaged. */
import { expect, test } from 'vitest';
import { lifecycle } from '../../../contract/operator/schemas/lifecycles.ts';
import { recordReport } from '../../../server/areas/operator/lifecycle-reader.ts';

const reportOf = (snapshot: unknown, machineVersion = 1) =>
  recordReport(
    'feedback-ticket',
    {
      row: {
        kind: 'feedback-ticket',
        id: 7,
        machineVersion,
        revision: 1,
        snapshot,
        updatedAtMs: 0,
      },
      events: [],
      timers: [],
    },
    0,
  );

test.each([
  ['of a state that does not exist', { value: 'nowhere', context: { count: 3 } }, 1, 'nowhere'],
  ['of a newer program', { value: 'nowhere', context: { count: 3 } }, 999, 'nowhere'],
  ['of a newer program, without a state', { value: 5, context: { count: 3 } }, 999, 'unknown'],
])('a record %s is shown as it is stored, with its fault', (_, snapshot, version, state) => {
  const report = reportOf(snapshot, version);
  expect(report).toMatchObject({ state, context: { count: 3 } });
  expect(report.faults).toContainEqual(expect.stringContaining('cannot be restored'));
  expect(lifecycle.safeParse(report).error).toBeUndefined();
});

test.each([null, 'text', {}, { value: null, context: null }])(
  'a snapshot that is %j has no state and nothing to show',
  (snapshot) => {
    const report = reportOf(snapshot);
    expect(report).toMatchObject({ state: 'unknown', context: {} });
    expect(report.faults).toContainEqual(expect.stringContaining('cannot be restored'));
  },
);
