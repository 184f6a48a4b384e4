/** The committed accounts of a user, with their worth in a chosen currency. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type {
  Account,
  AccountGroup,
  AccountList,
  AccountTypeId,
} from '../../../contract/wallet/accounts.ts';
import type { Executor } from '../../kit/db/database.ts';
import { accountIdOf } from '../../ledger/account-id.ts';
import { isTransit } from '../../ledger/chart.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Equivalents } from '../market/market.area.ts';
import { findAccounts } from '../../ledger/ledger.repo.ts';
import type { LedgerAccount } from '../../ledger/ledger.repo.ts';

/** Filters of a user's accounts; all given ones apply. */
export interface AccountChoice {
  readonly accountType: number | undefined;
  readonly currencyId: number | undefined;
  /** Identifies a pair of type and currency. */
  readonly id: number | undefined;
}

export const ALL_ACCOUNTS: AccountChoice = {
  accountType: undefined,
  currencyId: undefined,
  id: undefined,
};

export interface AccountsService {
  /** Lists the matching accounts of the user that ever held an amount, by type. */
  list(
    userId: number,
    choice: AccountChoice,
    equivalentCode: string,
  ): Promise<Result<AccountList, 'currency_not_found'>>;
  /** Finds the first matching account. */
  find(
    userId: number,
    choice: AccountChoice,
    equivalentCode: string,
  ): Promise<Result<Account, 'currency_not_found' | 'account_not_found'>>;
}

interface AccountsParts {
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

  const isCurrencyKnown = ({ currencyId }: AccountChoice): boolean =>
    currencyId === undefined || currencies.byId(currencyId) !== undefined;

  /** Returns accounts in the order of their ids. */
  async function findOwn(userId: number, choice: AccountChoice): Promise<LedgerAccount[]> {
    const rows = await findAccounts(database, userId);
    return rows.filter((row) => isShown(row) && fits(row, choice));
  }

  return {
    async list(userId, choice, equivalentCode) {
      const target = currencies.byCode(equivalentCode);
      if (target === undefined || !isCurrencyKnown(choice)) return refuse('currency_not_found');
      const rows = await findOwn(userId, choice);
      const all = rows.map((row) => valued(row, target));
      return ok({
        equivalent_currency_code: target.code,
        equivalent: sumText(all, target),
        groups: Object.values(ACCOUNT_TYPES).map((type) => group(type, all, target)),
      });
    },

    async find(userId, choice, equivalentCode) {
      const target = currencies.byCode(equivalentCode);
      if (target === undefined || !isCurrencyKnown(choice)) return refuse('currency_not_found');
      const [row] = await findOwn(userId, choice);
      return row === undefined ? refuse('account_not_found') : ok(valued(row, target).account);
    },
  };
}

const fits = (row: LedgerAccount, { accountType, currencyId, id }: AccountChoice): boolean =>
  (accountType === undefined || row.accountType === accountType) &&
  (currencyId === undefined || row.currencyId === currencyId) &&
  (id === undefined || accountIdOf(row.accountType, row.currencyId) === id);

/** Whether the account is shown. Amounts in transit between two accounts are shown after their arrival. */
const isShown = ({ accountType }: LedgerAccount): boolean => !isTransit(accountType);

function group(type: AccountTypeId, all: readonly ValuedAccount[], target: Currency): AccountGroup {
  const own = all.filter(({ account }) => account.account_type_id === type);
  return {
    account_type_id: type,
    equivalent: sumText(own, target),
    accounts: own.map(({ account }) => account),
  };
}

/** The sum of the known equivalents. */
function sumText(accounts: readonly ValuedAccount[], { scale }: Currency): string {
  const sum = accounts.reduce((total, { equivalent }) => total + (equivalent ?? NO_UNITS), 0n);
  return formatUnits(sum, scale);
}
