/** What people hand in and operators decide, put together: real-name verification and feedback tickets. */
import { createFeedbackService } from './feedback/feedback-service.ts';
import type { FeedbackService } from './feedback/feedback.types.ts';
import { createFeedbackHandlers } from './http/handlers/feedback.ts';
import { createVerificationHandlers } from './http/handlers/verification.ts';
import { createKycService, type KycParts } from './kyc/kyc-service.ts';
import type { KycService } from './kyc/kyc.types.ts';

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
