/** Calls about push subscriptions of browsers; they name no record, only an address of the caller's. */
import { VALID } from '../../../support/servers/valid-requests.ts';

export const PUSH_CASES = {
  getPushKey: { request: VALID.getPushKey },
  subscribePush: { request: VALID.subscribePush },
  unsubscribePush: { request: VALID.unsubscribePush },
} as const;
