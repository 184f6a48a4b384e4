/** Calls about disputes and ads of the fiat market. */
import { ok } from '../../../../contract/result.ts';
import type { AdDesk } from '../ad-desk.ts';
import type { DisputeDesk } from '../dispute-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type FiatHandlers = Pick<
  OperatorHandlers,
  | 'listDisputes'
  | 'getDispute'
  | 'listDisputeMessages'
  | 'writeDisputeMessage'
  | 'awardDispute'
  | 'listFiatAds'
  | 'getFiatAd'
  | 'removeFiatAd'
>;

interface FiatServices {
  readonly disputes: DisputeDesk;
  readonly ads: AdDesk;
}

export function createFiatHandlers({ disputes, ads }: FiatServices): FiatHandlers {
  return {
    listDisputes: async (query) => {
      const { state, user_id: userId } = query;
      const rows = await disputes.list({ state, userId, ...spanOf(query) });
      const queued = rows.map(({ cursor, dispute }) => ({ id: cursor, dispute }));
      const { shown, next } = pageOf(queued, query);
      return ok({ disputes: shown.map(({ dispute }) => dispute), next });
    },
    getDispute: ({ id }, { now }) => disputes.find(Number(id), now),
    listDisputeMessages: async (query) => {
      const found = await disputes.messages(Number(query.id), spanOf(query));
      if (!found.ok) return found;
      const { shown, next } = pageOf(found.value, query);
      return ok({ messages: shown, next });
    },
    writeDisputeMessage: ({ id, revision, client_id: clientId, content, reason }, context) =>
      disputes.write(actOf(context), Number(id), { revision, content, clientId }, reason),
    awardDispute: ({ id, revision, to, is_payment_false: isFalse, text, reason }, context) =>
      disputes.award(
        actOf(context),
        Number(id),
        { revision, to, isPaymentFalse: isFalse === '1', text },
        reason,
      ),
    listFiatAds: async (query, { now }) => {
      const { text, state, user_id: userId } = query;
      const rows = await ads.list({ text: text.trim(), state, userId, ...spanOf(query) }, now);
      const { shown, next } = pageOf(rows, query);
      return ok({ ads: shown, next });
    },
    getFiatAd: ({ id }, { now }) => ads.find(Number(id), now),
    removeFiatAd: ({ id, text, reason }, context) =>
      ads.remove(actOf(context), Number(id), text, reason),
  };
}
