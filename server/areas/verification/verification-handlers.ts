/** Calls about the caller's own real-name verification. */
import { ok } from '../../../contract/result.ts';
import type { KycService } from './kyc.types.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

export function createVerificationHandlers(
  kyc: Pick<KycService, 'find' | 'submit'>,
): Pick<Handlers, 'getVerification' | 'submitVerification'> {
  return {
    getVerification: async (_, { signedIn }) => ok(await kyc.find(signedIn.userId)),
    submitVerification: (body, { signedIn, now }) => kyc.submit(signedIn.userId, body, now),
  };
}
