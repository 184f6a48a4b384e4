/** Transfers over HTTP on a test server that is started with `TRUST_PROXY=loopback`. */
import type { Envelope } from '../../../contract/envelope.ts';
import type { Transfer } from '../../../contract/wallet/wallet.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { TestUser } from './test-user.ts';

/** Currency id of the catalog. */
export const USDT_ID = 1;

interface TransferFields {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  readonly currencyId?: number;
}

export const transfer = (
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
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
