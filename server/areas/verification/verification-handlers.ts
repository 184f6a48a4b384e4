/** Calls about the caller's own real-name verification. */
import { ok } from '../../../contract/result.ts';
import type { VerificationService } from './verification.types.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

export function createVerificationHandlers(
  verification: Pick<VerificationService, 'find' | 'submit'>,
): Pick<Handlers, 'getVerification' | 'submitVerification'> {
  return {
    getVerification: async (_, { signedIn }) => ok(await verification.find(signedIn.userId)),
    submitVerification: (body, { signedIn, now }) =>
      verification.submit(signedIn.userId, body, now),
  };
}
