/**
 * Verification, feedback and uploads on the user's screens: every transition, by few paths. All paths of the first
 * two run over HTTP (`desk-paths.test.ts`), all paths of an upload on a live actor (`live-actor.test.ts`).
 */
import { describe, test } from 'vitest';
import { kycReviewMachine } from '../../../machines/domain/verification/kyc-review.machine.ts';
import { smallCover } from '../../../qa/cover.ts';
import { feedbackTicketModel } from '../../../qa/models/feedback-ticket.model.ts';
import { kycReviewModel } from '../../../qa/models/kyc-review.model.ts';
import { uploadModel } from '../../../qa/models/upload.model.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { runPath } from '../../../qa/run-path.ts';
import { PageFeedback } from '../../support/desk/page-feedback.ts';
import { PageVerification } from '../../support/desk/page-verification.ts';
import { PageUpload } from '../../support/desk/page-upload.ts';
import { useProduct } from '../../support/pages/product.ts';
import { expectNoticed } from '../../support/pages/settled-view.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });
const pathsOf = (model: Parameters<typeof generatePaths>[0]) =>
  smallCover(generatePaths(model, 'edge')).map((path) => [path.id, path] as const);

describe('verification', () => {
  test.each(pathsOf(kycReviewModel))('%s matches the model', async (_id, path) => {
    const system = new PageVerification(product, path);
    await runPath(path, system, system.expected);
  });

  test('a model that differs from the screen is noticed', async () => {
    const machine = kycReviewMachine.provide({ actions: { rememberReason: () => {} } });
    const path = generatePaths({ ...kycReviewModel, machine }, 'edge').find(({ steps }) =>
      steps.some(({ event }) => event.type === 'verification.refuse'),
    );
    if (path === undefined) throw new Error('no path with a refusal');
    const system = new PageVerification(product, path);
    await expectNoticed(path, system, /finds a photo unclear/);
  });
});

describe('feedback', () => {
  test.each(pathsOf(feedbackTicketModel))('%s matches the model', async (_id, path) => {
    const system = new PageFeedback(product, path);
    await runPath(path, system, system.expected);
  });
});

test('an upload matches the model', async () => {
  const page = await product.openAs('newcomer');
  const system = await PageUpload.open(page);
  for (const path of smallCover(generatePaths(uploadModel, 'edge')))
    await runPath(path, system, system.expected);
});
