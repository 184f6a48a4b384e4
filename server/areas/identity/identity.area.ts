/** The door of identity: everything that the rest of the server may import from this area. */
// Opening
export { openIdentity } from './open-identity.ts';
export { hashPassword } from './password-hasher.ts';
// Handlers
export { createIdentityHandlers } from './identity-handlers.ts';
export { createSecurityHandlers } from './security-handlers.ts';
// Seed
export { startIdentityRemoval } from './identity-removal.ts';
export { seedDemoUsers } from './demo-users.ts';
// Functions and tables
export { newGoogleKey, otpauthUri, stepOfCode } from './google-codes.ts';
export { admitGuess, forgiveGuess } from './guess-guard.ts';
export { maskedAccount } from './masked-account.ts';
export { checkOwnCode } from './own-codes.ts';
export { isSessionUsable } from './session-list.repo.ts';
export { findPayPasswordHash, findUserSecurity } from './user-security.repo.ts';
export { findRealName, findUserByAccount, findUserById, lockUser } from './users.repo.ts';
export { spendCode } from './verification-codes.ts';
// Types
export type { GuessLimits } from './guess-guard.ts';
export type { PasswordHasher } from './password-hasher.ts';
export type { UserNotices } from './user-notices.types.ts';
export type {
  GoogleCodeError,
  PayPasswordError,
  SecurityCheck,
  TryError,
  WithdrawalHold,
} from './security-check.ts';
export type { IdentityParts } from './service-parts.ts';
export type { SessionEnds } from './session-ends.ts';
export type { DeskUser, UserDesk } from './user-desk.ts';
export type { User } from './users.repo.ts';
export type { CodeError } from './verification-codes.ts';
