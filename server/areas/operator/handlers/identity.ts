/** Calls about users. */
import type { AuditAction } from '../../../../contract/operator/audit-actions.ts';
import type { OperatorRequestOf } from '../../../../contract/operator/routes.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { OperatorUser } from '../../../../contract/operator/schemas/identity.ts';
import type { DeskUser, UserDesk } from '../../identity/identity.area.ts';
import { maskName, type VerificationService } from '../../verification/verification.area.ts';
import { ALL_ACCOUNTS, type AccountsService } from '../../wallet/wallet.area.ts';
import type { Database } from '../../../kit/db/database.ts';
import { sqlStateOf } from '../../../kit/db/transaction.ts';
import { recordOf } from '../audit-trail.ts';
import { findLastAct } from '../revisions.repo.ts';
import { findUsersLike } from '../user-search.repo.ts';
import type { FoundUser } from '../user-search.repo.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';
import { pageOf, spanOf } from '../pages.ts';

type UserHandlers = Pick<
  OperatorHandlers,
  'searchUsers' | 'getUser' | 'disableUser' | 'enableUser' | 'removeAuthenticator' | 'setAgent'
>;

interface UserServices {
  readonly database: Database;
  readonly users: UserDesk;
  readonly verification: Pick<VerificationService, 'find'>;
  readonly accounts: Pick<AccountsService, 'list'>;
}

/** The currency in which accounts of users are valued. */
const EQUIVALENT = 'USDT';
const QUERY_CANCELED = '57014';

export function createUserDeskHandlers(services: UserServices): UserHandlers {
  const { users } = services;
  const noteOf = (
    context: OperatorContext,
    action: AuditAction,
    {
      id,
      revision: seen,
      reason,
    }: { readonly id: number; readonly revision: number; readonly reason: string },
  ) => recordOf(actOf(context), { action, subject: ['user', id], reason, seen });
  return {
    searchUsers: async (query) => {
      const found = await findLike(services.database, query);
      if (!found.ok) return found;
      const { shown, next } = pageOf(found.value, query);
      return ok({ users: shown.map(({ user }) => user), next });
    },
    getUser: ({ id }) => readUser(services, id),
    disableUser: async (request, context) => {
      const note = noteOf(context, 'user.disable', request);
      return shown(await users.disable(request.id, context.now, note));
    },
    enableUser: async (request, context) =>
      shown(await users.enable(request.id, noteOf(context, 'user.enable', request))),
    removeAuthenticator: async (request, context) => {
      const note = noteOf(context, 'user.removeAuthenticator', request);
      return shown(await users.removeAuthenticator(request.id, context.now, note));
    },
    setAgent: async (request, context) => {
      const action = request.is_agent ? 'user.makeAgent' : 'user.unmakeAgent';
      const note = noteOf(context, action, request);
      return shown(await users.setAgent(request.id, request.is_agent, note));
    },
  };
}

/** service_unavailable: the search exceeded its time limit. */
async function findLike(database: Database, query: OperatorRequestOf<'searchUsers'>) {
  try {
    const found = await findUsersLike(database, { text: query.text, ...spanOf(query) });
    return ok(
      found.map((user) => ({
        id: String(user.id),
        user: {
          ...toUser(user),
          masked_name: user.name && maskName(user.name),
          shop_name: user.shopName,
        },
      })),
    );
  } catch (error) {
    if (sqlStateOf(error) === QUERY_CANCELED) return refuse('service_unavailable');
    throw error;
  }
}

async function readUser({ database, users, verification, accounts }: UserServices, id: number) {
  const { revision, act } = await findLastAct(database, ['user', id]);
  const user = await users.read(id);
  if (!user.ok) return user;
  const held = await accounts.list(id, ALL_ACCOUNTS, EQUIVALENT);
  if (!held.ok) throw new Error(`${EQUIVALENT} is no currency of this exchange`);
  return ok({
    ...toUser(user.value),
    has_authenticator: await users.hasAuthenticator(id),
    verification: await verification.find(id),
    accounts: held.value,
    revision,
    last_act: act,
  });
}

const shown = <R extends { readonly ok: false }>(
  answer: R | { readonly ok: true; readonly value: DeskUser },
) => (answer.ok ? ok(toUser(answer.value)) : answer);

const toUser = (user: Omit<FoundUser, 'name' | 'shopName'>): OperatorUser => ({
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
  is_held_by_owner: user.isHeldByOwner,
});
