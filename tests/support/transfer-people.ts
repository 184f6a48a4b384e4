/** Transfers over HTTP on a test server that is started with `TRUST_PROXY=loopback`. */
import type { Envelope } from '../../contract/envelope.ts';
import type { Transfer } from '../../contract/wallet/wallet.ts';
import { newClientAddress } from './client-address.ts';
import { dataOf } from './identity-people.ts';
import { newKey } from './spot-people.ts';
import type { Trader } from './spot-people.ts';
import type { TestServer } from './test-server.ts';

/** Currency ids of the catalog. */
export const USDT_ID = 1;
export const [SPOT, CONTRACT, FIAT, FAST, FINANCIAL] = [1, 2, 3, 4, 5] as const;

export interface TransferFields {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  readonly currencyId?: number;
}

export const transfer = (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  { from, to, amount, currencyId = USDT_ID }: TransferFields,
  key = newKey(),
): Promise<Envelope<Transfer>> =>
  server.call(
    'createTransfer',
    {
      currency_id: String(currencyId),
      from_account_type_id: String(from),
      to_account_type_id: String(to),
      amount,
    },
    { token, headers: { ...newClientAddress(), 'idempotency-key': key } },
  );

/** Available amounts of a currency, by account type, without accounts that never held any. */
export async function holdings(
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  code = 'USDT',
): Promise<Readonly<Record<number, string>>> {
  const { groups } = dataOf(await server.call('listAccounts', {}, { token }));
  const accounts = groups.flatMap((group) => group.accounts);
  return Object.fromEntries(
    accounts
      .filter(({ currency_code }) => currency_code === code)
      .map(({ account_type_id, available }) => [account_type_id, available]),
  );
}
