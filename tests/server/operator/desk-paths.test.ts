/**
 * The generated paths of verification and feedback, run by users and an operator over HTTP. The first path in a situation
 * also tries all callers who may not act there.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { feedbackTicketMachine } from '../../../machines/domain/feedback/feedback-ticket.machine.ts';
import { kycReviewMachine } from '../../../machines/domain/verification/kyc-review.machine.ts';
import { feedbackTicketModel } from '../../../qa/models/feedback-ticket.model.ts';
import { kycReviewModel } from '../../../qa/models/kyc-review.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath, tryRefusals } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import { HttpFeedback } from '../../support/desk/http-feedback.ts';
import { HttpVerification } from '../../support/desk/http-verification.ts';
import { openOperatorDoor, type OperatorDoor } from '../../support/desk/operator-door.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let door: OperatorDoor;
const open: { leave(): void }[] = [];
beforeAll(async () => {
  server = await borrowServer();
  door = await openOperatorDoor(server);
});
afterEach(() => open.splice(0).forEach((system) => system.leave()));
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await giveBack(server);
  expect(faults).toEqual([]);
});

const TARGETS = [
  { model: kycReviewModel, System: HttpVerification },
  { model: feedbackTicketModel, System: HttpFeedback },
];
const systemFor = (System: typeof HttpVerification | typeof HttpFeedback, path: Path) => {
  const system = new System(server, door, path);
  open.push(system);
  return system;
};

describe.each(TARGETS)('$model.name', ({ model, System }) => {
  const untried = new UntriedSituations(model);

  test.each(generatePaths(model, 'edge').map((path) => [path.id, path] as const))(
    '%s does what the model says: on the screen, in the push, by mail, at the gates',
    (_id, path) => runAndTry(path, System, untried),
  );

  test('every situation has refused every caller who may not act, and nothing changed', () => {
    expect(untried.left).toEqual([]);
  });
});

describe('a model that differs from the server is noticed', () => {
  const forgetful = kycReviewMachine.provide({ actions: { rememberReason: () => {} } });
  const onlyOnce = kycReviewMachine.provide({
    guards: { canSubmit: ({ context }) => context.submissionId === null },
  });
  const patient = feedbackTicketMachine.provide({
    guards: {
      canWrite: ({ context, event }) =>
        event.by.userId === context.ownerId && context.unanswered < 7,
    },
  });

  test.each([
    ['a reason that is not stored', kycReviewModel, forgetful, HttpVerification],
    ['a user who may not submit again', kycReviewModel, onlyOnce, HttpVerification],
    [
      'an owner who may write more than the limit of unanswered messages',
      feedbackTicketModel,
      patient,
      HttpFeedback,
    ],
  ])('%s', async (_what, right, machine, System) => {
    const model: MachineModel = { ...right, machine };
    await expect(runAll(model, System)).rejects.toThrow();
  });
});

async function runAll(
  model: MachineModel,
  System: typeof HttpVerification | typeof HttpFeedback,
): Promise<void> {
  const untried = new UntriedSituations(model);
  for (const path of generatePaths(model, 'edge')) await runAndTry(path, System, untried);
}

async function runAndTry(
  path: Path,
  System: typeof HttpVerification | typeof HttpFeedback,
  untried: UntriedSituations,
): Promise<void> {
  const system = systemFor(System, path);
  await runPath(path, system, system.expected, async (part) => {
    const refusals = untried.take(part);
    if (refusals !== undefined) await tryRefusals(refusals, system, system.expected);
  });
}
