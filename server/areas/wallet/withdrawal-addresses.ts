/**
 * Addresses that a user may withdraw to, bound with a code that was sent to the user. A deposit address
 * of the exchange may be bound too: the money then returns through the chain as a deposit of the
 * address's owner.
 */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { WithdrawalAddress } from '../../../contract/wallet/wallet.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Custody } from '../custody/custody.area.ts';
import type { Database } from '../../kit/db/database.ts';
import { refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import {
  checkOwnCode,
  spendCode,
  type CodeError,
  type UserNotices,
} from '../identity/identity.area.ts';
import type { WalletWire } from './wallet-wire.ts';
import * as repo from './withdrawal-addresses.repo.ts';
import type { WithdrawalAddressRow } from './withdrawal-addresses.repo.ts';

interface NewWithdrawalAddress {
  readonly userId: number;
  readonly currencyId: number;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  /** A code of scene `bind_address`. */
  readonly code: string;
}

type BindError =
  | 'currency_not_found'
  | 'chain_not_found'
  | 'withdrawal_address_invalid'
  | 'withdrawal_address_bound'
  | 'too_many_withdrawal_addresses'
  | CodeError;

export interface WithdrawalAddresses {
  list(userId: number, currencyId: number | undefined): Promise<readonly WithdrawalAddress[]>;
  /** Only a successful binding uses up the code. */
  bind(order: NewWithdrawalAddress, now: EpochMs): Promise<Result<WithdrawalAddress, BindError>>;
  remove(
    userId: number,
    id: number,
    now: EpochMs,
  ): Promise<Result<null, 'withdrawal_address_not_found'>>;
}

interface WithdrawalAddressParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains' | 'coins'>;
  readonly wire: WalletWire;
  readonly notices: UserNotices;
}

export function createWithdrawalAddresses(parts: WithdrawalAddressParts): WithdrawalAddresses {
  const { database, custody, wire } = parts;
  const wired = (row: WithdrawalAddressRow) =>
    wire.address(row, custody.chains.get(row.chain)?.displayName ?? row.chain);
  return {
    async list(userId, currencyId) {
      return (await repo.findAddresses(database, userId, currencyId)).map(wired);
    },
    async bind(order, now) {
      const bound = await bind(parts, order, now);
      return bound.ok ? ok(wired(bound.value)) : bound;
    },
    async remove(userId, id, now) {
      const isRemoved = await repo.removeAddress(database, userId, id, now);
      return isRemoved ? ok(null) : refuse('withdrawal_address_not_found');
    },
  };
}

async function bind(
  { database, custody, wire, notices }: WithdrawalAddressParts,
  order: NewWithdrawalAddress,
  now: EpochMs,
): Promise<Result<WithdrawalAddressRow, BindError>> {
  const { userId, currencyId, label } = order;
  const code = await checkOwnCode(database, userId, 'bind_address', order.code, now);
  if (!code.ok) return code;
  const coin = await custody.coins.find(currencyId, order.chain);
  if (!coin.ok) return coin;
  const chain = custody.chains.get(order.chain);
  if (chain === undefined) return refuse('chain_not_found');
  if (!chain.isAddress(order.address)) return refuse('withdrawal_address_invalid');
  const address = chain.canonicalAddress(order.address);
  return refusableTransaction<WithdrawalAddressRow, BindError>(database, async (tx) => {
    const bound = await repo.lockAddressCount(tx, userId);
    const place = { userId, currencyId, chain: chain.name, address };
    const row = await repo.insertAddress(tx, { ...place, label, createdAtMs: now });
    if (row === undefined) return refuse('withdrawal_address_bound');
    if (bound >= LIMITS.withdrawal_addresses_max) return refuse('too_many_withdrawal_addresses');
    if (!(await spendCode(tx, code.value, now))) return usedUp;
    const currency = wire.currencyCode(currencyId);
    await notices.put(tx, userId, { kind: 'addressBound', currency, address }, now);
    return ok(row);
  });
}

/** A concurrent request has used the code. */
const usedUp: Refusal<'code_incorrect'> = refuse('code_incorrect');
