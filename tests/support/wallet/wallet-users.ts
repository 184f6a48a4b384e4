/** Certified users with a pay password and a bound address, who deposit and withdraw over HTTP. */

import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { Deposit, Withdrawal, WalletCoin } from '../../../contract/wallet/wallet.ts';
import { depositAddress } from '../../../server/areas/custody/custody.area.ts';
import { codeIn, dataOf, messagesTo } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { newKey } from '../idempotency-key.ts';
import { newUser, type TestUser } from '../users/test-user.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';

export const CHAIN = 'development';

export interface Withdrawer extends TestUser {
  /** Id of the bound address. */
  readonly addressId: string;
  readonly address: string;
}

/** Deposit addresses from this index on belong to no user. */
let lastIndex = 1_000_000;
/** An unused address outside the exchange. */
export const newOutsideAddress = (): string => depositAddress(++lastIndex);

export async function coinOf(
  server: TestServer,
  token: string,
  code: string,
  chain = CHAIN,
): Promise<WalletCoin> {
  const coins = dataOf(await server.call('listWalletCoins', {}, { token }));
  const coin = coins.find((one) => one.currency_code === code && one.chain === chain);
  return ensure(coin, `${code} on ${chain}`);
}

/** Reads the code that was sent to the user. */
async function ownCode(server: TestServer, { token, email }: TestUser): Promise<string> {
  // Other messages may arrive at the same time; those without a code do not count.
  const codes = async () => (await messagesTo(server, email, 0)).map(codeIn).filter(Boolean);
  const before = await codes();
  dataOf(
    await server.call(
      'sendOwnCode',
      { scene: 'bind_address' },
      { token, lang: 'en-US', headers: newClientAddress() },
    ),
  );
  return eventually(async () => {
    const now = await codes();
    if (now.length === before.length) throw new Error(`no code for ${email} yet`);
    return ensure(now[0], 'newest code');
  });
}

export async function bindAddress(
  server: TestServer,
  person: TestUser,
  code: string,
  address = newOutsideAddress(),
) {
  const { currency_id: currencyId } = await coinOf(server, person.token, code);
  return server.call(
    'bindWithdrawalAddress',
    {
      currency_id: String(currencyId),
      chain: CHAIN,
      address,
      label: 'Mine',
      auth_code: await ownCode(server, person),
    },
    { token: person.token },
  );
}

/** Binds the address on any chain for a user with a pay password, as if the user had confirmed it. */
export async function asWithdrawer(
  server: TestServer,
  user: TestUser,
  code: string,
  { chain, address }: { readonly chain: string; readonly address: string },
): Promise<Withdrawer> {
  const { currency_id: currencyId } = await coinOf(server, user.token, code, chain);
  const [bound] = await queryServer<{ id: bigint }>(
    server,
    `insert into withdrawal_addresses (user_id, currency_id, chain, address, label, created_at_ms)
     select id, $2, $3, $4, 'Mine', 0 from users where email = $1 returning id`,
    [user.email, currencyId, chain, address],
  );
  return { ...user, addressId: String(ensure(bound, 'an address').id), address };
}

/** A user with coins by their codes, and an address for coins of `code`; after the hold of the new pay password. */
export async function newWithdrawer(
  server: TestServer,
  coins: Readonly<Record<string, string>>,
  code = 'USDT',
): Promise<Withdrawer> {
  const options = { name: 'withdrawer', isCertified: true, hasPayPassword: true, coins };
  const user = await newUser(server, options);
  const bound = dataOf(await bindAddress(server, user, code));
  return { ...user, addressId: bound.id, address: bound.address };
}

interface WithdrawalFields {
  readonly amount: string;
  readonly address_id?: string;
  readonly pay_password?: string;
  readonly google_code?: string;
}

export const withdraw = (
  server: TestServer,
  { token, addressId }: Withdrawer,
  fields: WithdrawalFields,
  key = newKey(),
): Promise<Envelope<Withdrawal>> =>
  server.call(
    'createWithdrawal',
    { address_id: addressId, pay_password: PAY_PASSWORD, ...fields },
    { token, headers: { ...newClientAddress(), 'idempotency-key': key } },
  );

export const withdrawalOf = async (
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  id: string,
): Promise<Withdrawal> =>
  dataOf(await server.call('getWithdrawal', { id }, { token, headers: newClientAddress() }));

export const depositsOf = async (
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
): Promise<readonly Deposit[]> =>
  dataOf(await server.call('listDeposits', {}, { token, headers: newClientAddress() })).deposits;

/** Waits for the withdrawal to be in `phase`. */
export const inPhase = (
  server: TestServer,
  person: Pick<TestUser, 'token'>,
  id: string,
  phase: Withdrawal['phase'],
): Promise<Withdrawal> =>
  eventually(async () => {
    const withdrawal = await withdrawalOf(server, person, id);
    if (withdrawal.phase !== phase) throw new Error(`${withdrawal.phase}, not ${phase}`);
    return withdrawal;
  });
