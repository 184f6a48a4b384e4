/** Calls about the browsers in which somebody is told; they name no record, only an address of the asker's. */
import { VALID } from '../../../support/valid-requests.ts';

export const PUSH_CASES = {
  getPushKey: { request: VALID.getPushKey },
  subscribePush: { request: VALID.subscribePush },
  unsubscribePush: { request: VALID.unsubscribePush },
} as const;
