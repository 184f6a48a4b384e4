/** The door of verification: everything that the rest of the server may import from this area. */
// Opening
export { createKycService } from './kyc-service.ts';
// Handlers
export { createVerificationHandlers } from './verification-handlers.ts';
// Lifecycles
export { VERIFICATION_LIFECYCLES } from './kyc-lifecycle.ts';
// Functions and tables
export { findSubmission } from './kyc.repo.ts';
export { maskName } from './masking.ts';
// Types
export type { KycParts } from './kyc-service.ts';
export type { Submission, SubmissionOfPerson } from './kyc.repo.ts';
export type { DecideError, Finding, KycService } from './kyc.types.ts';
