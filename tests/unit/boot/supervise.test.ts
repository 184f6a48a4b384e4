/** The ends of a server after which the supervisor restarts it. */
import { expect, test } from 'vitest';
import { startsAgain } from '../../../scripts/supervise.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';

const { stopped, failed, restart, takenOver } = EXIT_CODES;

test.each([
  ['was killed', null, true, true],
  ['lost its database', restart, true, true],
  ['was stopped', stopped, false, false],
  ['could not start', failed, false, true],
  [
    'was taken over: two restarted servers would take over from each other',
    takenOver,
    false,
    false,
  ],
] as const)('a server that %s', (_, code, atFirst, later) => {
  expect(startsAgain(code, false)).toBe(atFirst);
  expect(startsAgain(code, true)).toBe(later);
});
