/** Balances of a user, read from the list of accounts over HTTP. */
import type { ResponseOf } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from './accounts.ts';
import type { TestUser } from './test-user.ts';

/** Account types. */
export const [SPOT, CONTRACT, FIAT, FAST, FINANCIAL] = [1, 2, 3, 4, 5] as const;

/** Decimal text. */
export interface Balance {
  readonly available: string;
  readonly frozen: string;
}

/** The balance of a currency in one account of a list; zero for an account that does not exist yet. */
export function balanceIn(
  { groups }: ResponseOf<'listAccounts'>,
  code: string,
  accountType: number = SPOT,
): Balance {
  const account = groups
    .flatMap(({ accounts }) => accounts)
    .find((each) => each.account_type_id === accountType && each.currency_code === code);
  return { available: account?.available ?? '0', frozen: account?.frozen ?? '0' };
}

/** The balance of a currency in the spot account, or in an account of another type. */
export async function balanceOf(
  server: TestServer,
  user: Pick<TestUser, 'token'>,
  code: string,
  accountType: number = SPOT,
): Promise<Balance> {
  return balanceIn(await accountsOf(server, user), code, accountType);
}

/** Available amounts of a currency, by account type, without accounts that never held any. */
export async function holdings(
  server: TestServer,
  user: Pick<TestUser, 'token'>,
  code = 'USDT',
): Promise<Readonly<Record<number, string>>> {
  const { groups } = await accountsOf(server, user);
  const accounts = groups.flatMap((group) => group.accounts);
  return Object.fromEntries(
    accounts
      .filter(({ currency_code }) => currency_code === code)
      .map(({ account_type_id, available }) => [account_type_id, available]),
  );
}

const accountsOf = async (server: TestServer, { token }: Pick<TestUser, 'token'>) =>
  dataOf(await server.call('listAccounts', {}, { token, headers: newClientAddress() }));
