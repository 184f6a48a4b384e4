/** Feedback tickets and users. */
import type { AuditAction } from '../../../../contract/operator/audit-actions.ts';
import { ok } from '../../../../contract/result.ts';
import type { OperatorUser } from '../../../../contract/operator/schemas/people.ts';
import type { DeskUser, UserDesk } from '../../../identity/user-desk.ts';
import type { KycService } from '../../../kyc/kyc.types.ts';
import type { AccountsService } from '../../../ledger/accounts-service.ts';
import { recordOf } from '../../../operator/audit-trail.ts';
import type { FeedbackDesk } from '../../../operator/feedback-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type PeopleHandlers = Pick<
  OperatorHandlers,
  | 'listFeedback'
  | 'getFeedback'
  | 'replyFeedback'
  | 'searchUsers'
  | 'getUser'
  | 'disableUser'
  | 'enableUser'
  | 'setAgent'
>;

export interface PeopleServices {
  readonly feedback: FeedbackDesk;
  readonly users: UserDesk;
  readonly kyc: Pick<KycService, 'find'>;
  readonly accounts: Pick<AccountsService, 'list'>;
}

/** What accounts of people are shown to be worth in. */
const EQUIVALENT = 'USDT';

export function createPeopleHandlers(services: PeopleServices): PeopleHandlers {
  const { feedback, users } = services;
  const noteOf = (
    context: OperatorContext,
    action: AuditAction,
    { id, reason }: { readonly id: number; readonly reason: string },
  ) => recordOf(actOf(context), { action, subject: ['user', id], reason });
  return {
    listFeedback: async (query) => {
      const { state, user_id: userId } = query;
      const rows = await feedback.list({ state, userId, ...spanOf(query) });
      const { shown, next } = pageOf(rows, query);
      return ok({ tickets: shown, next });
    },
    getFeedback: ({ id }) => feedback.find(Number(id)),
    replyFeedback: ({ id, client_id: clientId, content, reason }, context) =>
      feedback.reply(actOf(context), Number(id), { clientId, content, reason }),
    searchUsers: async ({ text }) => ok((await users.find(text)).map(toUser)),
    getUser: ({ id }) => readUser(services, id),
    disableUser: async (request, context) => {
      const note = noteOf(context, 'user.disable', request);
      return shown(await users.disable(request.id, context.now, note));
    },
    enableUser: async (request, context) =>
      shown(await users.enable(request.id, noteOf(context, 'user.enable', request))),
    setAgent: async (request, context) => {
      const action = request.is_agent ? 'user.makeAgent' : 'user.unmakeAgent';
      const note = noteOf(context, action, request);
      return shown(await users.setAgent(request.id, request.is_agent, note));
    },
  };
}

async function readUser({ users, kyc, accounts }: PeopleServices, id: number) {
  const user = await users.read(id);
  if (!user.ok) return user;
  const held = await accounts.list(id, EQUIVALENT);
  if (!held.ok) throw new Error(`${EQUIVALENT} is no currency of this exchange`);
  return ok({ ...toUser(user.value), verification: await kyc.find(id), accounts: held.value });
}

const shown = <R extends { readonly ok: false }>(
  answer: R | { readonly ok: true; readonly value: DeskUser },
) => (answer.ok ? ok(toUser(answer.value)) : answer);

const toUser = (user: DeskUser): OperatorUser => ({
  id: user.id,
  uid: user.uid,
  account: user.email ?? user.mobile ?? '',
  email: user.email,
  mobile: user.mobile,
  is_user_real: user.isUserReal,
  is_agent: user.isAgent,
  registered_at: user.createdAtMs,
  last_sign_in_at: user.lastSignInAtMs,
  disabled_at: user.disabledAtMs,
});
