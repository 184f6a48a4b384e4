/** Calls that sign operators in and out, and count their open tasks. */
import { ok } from '../../../../contract/result.ts';
import type { QueueCounts } from '../../../../contract/operator/schemas/session.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { OperatorSignIn } from '../operator-sign-in.ts';
import type { SignedInOperator } from '../operator-sessions.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';

interface SessionServices {
  readonly signIn: OperatorSignIn;
  signOut(operator: SignedInOperator, now: EpochMs): Promise<void>;
  countQueues(): Promise<QueueCounts>;
}

export function createSessionHandlers(
  services: SessionServices,
): Pick<OperatorHandlers, 'signIn' | 'createGoogleKey' | 'signOut' | 'getSession' | 'countQueues'> {
  return {
    signIn: ({ account, password, google_code: code }, { address, now }) =>
      services.signIn.signIn({ account, password, address, now }, code),
    createGoogleKey: async ({ account, password }, { address, now }) => {
      const made = await services.signIn.createKey({ account, password, address, now });
      return made.ok ? ok({ secret: made.value.secret, otpauth_uri: made.value.uri }) : made;
    },
    signOut: async (_request, { operator, now }) => {
      await services.signOut(operator, now);
      return ok(null);
    },
    getSession: (_request, { operator }) => ok(operator.session),
    countQueues: async () => ok(await services.countQueues()),
  };
}
