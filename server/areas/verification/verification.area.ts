/** The door of verification: everything that the rest of the server may import from this area. */
// Opening
export { createVerificationService } from './verification-service.ts';
// Handlers
export { createVerificationHandlers } from './verification-handlers.ts';
// Lifecycles
export { VERIFICATION_LIFECYCLES } from './verification-lifecycle.ts';
// Functions and tables
export { findSubmission } from './verification.repo.ts';
export { maskName } from './masking.ts';
// Types
export type { VerificationParts } from './verification-service.ts';
export type { Submission, SubmissionOfPerson } from './verification.repo.ts';
export type { DecideError, Finding, VerificationService } from './verification.types.ts';
