/** The accounts of a person as they are committed, with what they are worth in a chosen currency. */
import { ensure } from '../../contract/assert.ts';
import { formatUnits } from '../../contract/money/decimal.ts';
import { NO_UNITS, units } from '../../contract/money/units.ts';
import type { Units } from '../../contract/money/units.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../contract/schemas/accounts.ts';
import type {
  Account,
  AccountGroup,
  AccountList,
  AccountTypeId,
} from '../../contract/schemas/accounts.ts';
import type { Executor } from '../db/database.ts';
import { accountIdOf, accountOfId } from './account-id.ts';
import { TRANSIT_ACCOUNT } from './chart.ts';
import type { Currency } from './currencies.repo.ts';
import type { Currencies } from './currencies.ts';
import type { Equivalents } from './equivalents.ts';
import { findAccount, findAccounts } from './ledger.repo.ts';
import type { LedgerAccount } from './ledger.repo.ts';

/** Which of a person's accounts: its type and currency, or the id that stands for both. */
export type AccountChoice =
  | { readonly id: number }
  | { readonly accountType: number; readonly currencyId: number };

export interface AccountsService {
  /** All accounts of the person that ever held anything, by type. */
  list(userId: number, equivalentCode: string): Promise<Result<AccountList, 'currency_not_found'>>;
  find(
    userId: number,
    choice: AccountChoice,
    equivalentCode: string,
  ): Promise<Result<Account, 'currency_not_found' | 'account_not_found'>>;
}

export interface AccountsParts {
  readonly database: Executor;
  readonly currencies: Currencies;
  readonly equivalents: Equivalents;
}

interface ValuedAccount {
  readonly account: Account;
  readonly equivalent: Units | null;
}

export function createAccountsService(parts: AccountsParts): AccountsService {
  const { database, currencies, equivalents } = parts;

  function valued(row: LedgerAccount, target: Currency): ValuedAccount {
    const { accountType, currencyId, available, frozen } = row;
    const currency = ensure(currencies.byId(currencyId), `currency ${currencyId}`);
    const equivalent = equivalents.of(units(available + frozen), currency, target);
    const account = {
      id: accountIdOf(accountType, currencyId),
      account_type_id: accountType as AccountTypeId,
      currency_id: currencyId,
      currency_code: currency.code,
      currency_name: currency.name,
      scale: currency.scale,
      available: formatUnits(available, currency.scale),
      frozen: formatUnits(frozen, currency.scale),
      equivalent: equivalent === null ? null : formatUnits(equivalent, target.scale),
    };
    return { account, equivalent };
  }

  return {
    async list(userId, equivalentCode) {
      const target = currencies.byCode(equivalentCode);
      if (target === undefined) return refuse('currency_not_found');
      const rows = await findAccounts(database, userId);
      const all = rows.filter(isShown).map((row) => valued(row, target));
      return ok({
        equivalent_currency_code: target.code,
        equivalent: sumText(all, target),
        groups: Object.values(ACCOUNT_TYPES).map((type) => group(type, all, target)),
      });
    },

    async find(userId, choice, equivalentCode) {
      const target = currencies.byCode(equivalentCode);
      const { accountType, currencyId } = 'id' in choice ? accountOfId(choice.id) : choice;
      const isKnown = 'id' in choice || currencies.byId(currencyId) !== undefined;
      if (target === undefined || !isKnown) return refuse('currency_not_found');
      const row = await findAccount(database, userId, accountType, currencyId);
      if (row === undefined || !isShown(row)) return refuse('account_not_found');
      return ok(valued(row, target).account);
    },
  };
}

/** What is on its way between two accounts of the person is shown when it has arrived. */
const isShown = ({ accountType }: LedgerAccount): boolean => accountType !== TRANSIT_ACCOUNT;

function group(type: AccountTypeId, all: readonly ValuedAccount[], target: Currency): AccountGroup {
  const own = all.filter(({ account }) => account.account_type_id === type);
  return {
    account_type_id: type,
    equivalent: sumText(own, target),
    accounts: own.map(({ account }) => account),
  };
}

/** Sum of the equivalents that are known. */
function sumText(accounts: readonly ValuedAccount[], { scale }: Currency): string {
  const sum = accounts.reduce((total, { equivalent }) => total + (equivalent ?? NO_UNITS), 0n);
  return formatUnits(sum, scale);
}
