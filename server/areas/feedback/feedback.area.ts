/** The door of feedback: everything that the rest of the server may import from this area. */
// Opening
export { createFeedbackService } from './feedback-service.ts';
// Handlers
export { createFeedbackHandlers } from './feedback-handlers.ts';
// Lifecycles
export { FEEDBACK_LIFECYCLES } from './feedback-lifecycle.ts';
// Functions and tables
export { toFeedback } from './feedback-wire.ts';
export { findTicket } from './feedback.repo.ts';
// Types
export type { FeedbackService } from './feedback.types.ts';
