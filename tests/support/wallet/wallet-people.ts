/** Certified users with a pay password and a bound address, who deposit and withdraw over HTTP. */

import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { Deposit, Withdrawal, WalletCoin } from '../../../contract/wallet/wallet.ts';
import { depositAddress } from '../../../server/areas/custody/custody.area.ts';
import { codeIn, dataOf, messagesTo } from '../identity-people.ts';
import { amendPayPassword, PAY_PASSWORD } from '../secret-people.ts';
import { newKey, newTrader } from '../spot-people.ts';
import type { Trader } from '../spot-people.ts';
import type { TestServer } from '../test-server.ts';
import { newClientAddress } from '../client-address.ts';
import { eventually } from '../eventually.ts';

export const CHAIN = 'development';

export interface Withdrawer extends Trader {
  /** Id of the bound address. */
  readonly addressId: string;
  readonly address: string;
}

/** Deposit addresses from this index on belong to no user. */
let lastIndex = 1_000_000;
/** An unused address outside the exchange. */
export const newOutsideAddress = (): string => depositAddress(++lastIndex);

export async function coinOf(server: TestServer, token: string, code: string): Promise<WalletCoin> {
  const coins = dataOf(await server.call('listWalletCoins', {}, { token }));
  return ensure(
    coins.find(({ currency_code, chain }) => currency_code === code && chain === CHAIN),
    code,
  );
}

/** Reads the code that was sent to the user. */
async function ownCode(server: TestServer, { token, email }: Trader): Promise<string> {
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
  person: Trader,
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

/** A user with coins by their codes, and an address for coins of `code`; after the hold of the new pay password. */
export async function newWithdrawer(
  server: TestServer,
  coins: Readonly<Record<string, string>>,
  code = 'USDT',
): Promise<Withdrawer> {
  const trader = await newTrader(server, coins);
  dataOf(await amendPayPassword(server, trader.token));
  const bound = dataOf(await bindAddress(server, trader, code));
  return { ...trader, addressId: bound.id, address: bound.address };
}

export interface WithdrawalFields {
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
  { token }: Pick<Trader, 'token'>,
  id: string,
): Promise<Withdrawal> =>
  dataOf(await server.call('getWithdrawal', { id }, { token, headers: newClientAddress() }));

export const depositsOf = async (
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
): Promise<readonly Deposit[]> =>
  dataOf(await server.call('listDeposits', {}, { token, headers: newClientAddress() })).deposits;

/** Available and frozen balance of a currency in the spot account. */
export async function balanceOf(
  server: TestServer,
  { token }: Pick<Trader, 'token'>,
  code: string,
): Promise<{ readonly available: string; readonly frozen: string }> {
  const { groups } = dataOf(
    await server.call('listAccounts', {}, { token, headers: newClientAddress() }),
  );
  const account = groups
    .flatMap((group) => group.accounts)
    .find((each) => each.account_type_id === 1 && each.currency_code === code);
  return { available: account?.available ?? '0', frozen: account?.frozen ?? '0' };
}

/** Waits for the withdrawal to be in `phase`. */
export const inPhase = (
  server: TestServer,
  person: Pick<Trader, 'token'>,
  id: string,
  phase: Withdrawal['phase'],
): Promise<Withdrawal> =>
  eventually(async () => {
    const withdrawal = await withdrawalOf(server, person, id);
    if (withdrawal.phase !== phase) throw new Error(`${withdrawal.phase}, not ${phase}`);
    return withdrawal;
  });
