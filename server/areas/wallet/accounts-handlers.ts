/** Calls about the accounts of the signed-in user. */
import type { z } from 'zod';
import type { getAccountQuery } from '../../../contract/wallet/accounts.ts';
import type { AccountChoice, AccountsService } from './accounts-service.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

/** Handlers of `listAccounts` and `getAccount`. */
export function createAccountHandlers(
  accounts: AccountsService,
): Pick<Handlers, 'listAccounts' | 'getAccount'> {
  return {
    listAccounts: (query, { signedIn }) =>
      accounts.list(signedIn.userId, choiceOf(query), query.equivalent_currency_code),

    getAccount: (query, { signedIn }) =>
      accounts.find(signedIn.userId, choiceOf(query), query.equivalent_currency_code),
  };
}

const choiceOf = (query: z.output<typeof getAccountQuery>): AccountChoice => ({
  accountType: query.account_type_id,
  currencyId: query.currency_id,
  id: query.id,
});
