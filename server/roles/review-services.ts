/**
 * Composes the services for users' submissions that operators decide on: real-name verification and
 * feedback tickets.
 */
import {
  createFeedbackHandlers,
  createFeedbackService,
  type FeedbackService,
} from '../areas/feedback/feedback.area.ts';
import {
  createKycService,
  createVerificationHandlers,
  type KycParts,
  type KycService,
} from '../areas/verification/verification.area.ts';

/** Operators' side of both services; users reach them by their own calls. */
export interface Desk {
  readonly kyc: KycService;
  readonly feedback: FeedbackService;
}

export function openDesk(parts: KycParts) {
  const desk: Desk = { kyc: createKycService(parts), feedback: createFeedbackService(parts) };
  const handlers = {
    ...createVerificationHandlers(desk.kyc),
    ...createFeedbackHandlers(desk.feedback),
  };
  return { desk, handlers };
}
