/** Calls about the accounts of the person who is signed in. */
import { ensure } from '../../../contract/assert.ts';
import type { AccountsService } from '../../ledger/accounts-service.ts';
import type { Handlers } from '../handlers.ts';

/** Handlers of `listAccounts` and `getAccount`. */
export function createAccountHandlers(
  accounts: AccountsService,
): Pick<Handlers, 'listAccounts' | 'getAccount'> {
  return {
    listAccounts: ({ equivalent_currency_code: code }, { signedIn }) =>
      accounts.list(signedIn.userId, code),

    getAccount: (query, { signedIn }) => {
      const { id, account_type_id: type, currency_id: currency } = query;
      // The schema lets nothing through that has neither an id nor both of the others.
      const choice =
        id === undefined
          ? { accountType: ensure(type, 'type'), currencyId: ensure(currency, 'currency') }
          : { id };
      return accounts.find(signedIn.userId, choice, query.equivalent_currency_code);
    },
  };
}
