/**
 * Composes the services for users' submissions that operators decide on: real-name verification and
 * feedback tickets.
 */
import {
  createFeedbackHandlers,
  createFeedbackService,
  type FeedbackService,
} from '../../areas/feedback/feedback.area.ts';
import {
  createVerificationService,
  createVerificationHandlers,
  type VerificationParts,
  type VerificationService,
} from '../../areas/verification/verification.area.ts';

/** Operators' side of both services; users reach them by their own calls. */
export interface Desk {
  readonly verification: VerificationService;
  readonly feedback: FeedbackService;
}

export function openDesk(parts: VerificationParts) {
  const desk: Desk = {
    verification: createVerificationService(parts),
    feedback: createFeedbackService(parts),
  };
  const handlers = {
    ...createVerificationHandlers(desk.verification),
    ...createFeedbackHandlers(desk.feedback),
  };
  return { desk, handlers };
}
