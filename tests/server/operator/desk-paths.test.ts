/** The generated paths of verification and feedback, run by users and an operator over HTTP. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { feedbackTicketMachine } from '../../../machines/domain/feedback/feedback-ticket.machine.ts';
import { kycReviewMachine } from '../../../machines/domain/verification/kyc-review.machine.ts';
import { feedbackTicketModel } from '../../../qa/models/feedback-ticket.model.ts';
import { kycReviewModel } from '../../../qa/models/kyc-review.model.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { HttpFeedback } from '../../support/desk/http-feedback.ts';
import { HttpVerification } from '../../support/desk/http-verification.ts';
import { openOperatorDoor, type OperatorDoor } from '../../support/desk/operator-door.ts';
import { borrowServer, giveBack } from '../../support/shared-server.ts';
import type { TestServer } from '../../support/test-server.ts';

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
  test.each(generatePaths(model, 'edge').map((path) => [path.id, path] as const))(
    '%s does what the model says: on the screen, in the push, by mail, at the gates',
    async (_id, path) => {
      const system = systemFor(System, path);
      await runPath(path, system, system.expected);
    },
  );

  test.each(
    generateRefusals(model).map((refusals) => [situationOf(refusals.path), refusals] as const),
  )(
    '%s: refuses every caller who may not act, and nothing changes',
    async (_situation, refusals) => {
      const system = systemFor(System, refusals.path);
      await runRefusals(refusals, system, system.expected);
    },
  );
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
  for (const path of generatePaths(model, 'edge')) {
    const system = systemFor(System, path);
    await runPath(path, system, system.expected);
  }
  for (const refusals of generateRefusals(model)) {
    const system = systemFor(System, refusals.path);
    await runRefusals(refusals, system, system.expected);
  }
}

/** The steps that led to the situation. */
function situationOf({ steps }: Path): string {
  return steps.map(({ label }) => label).join(', ') || 'at the start';
}
