/** What people hand in and operators decide, put together: real-name verification and feedback tickets. */
import { createFeedbackService } from '../areas/feedback/feedback-service.ts';
import type { FeedbackService } from '../areas/feedback/feedback.types.ts';
import { createFeedbackHandlers } from '../areas/feedback/feedback-handlers.ts';
import { createVerificationHandlers } from '../areas/verification/verification-handlers.ts';
import { createKycService, type KycParts } from '../areas/verification/kyc-service.ts';
import type { KycService } from '../areas/verification/kyc.types.ts';

/** For the operators; people reach both by their calls. */
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
