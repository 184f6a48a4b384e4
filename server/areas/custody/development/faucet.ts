/** Gives users demo coins of the development chain, to their own deposit addresses. */
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import { HOUR_MS } from '../../../../contract/time.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Deadline } from '../../../kit/http/deadline.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { allowedAgainAt, secondsUntil } from '../../../kit/limits/window-limit.ts';
import { findAddressesOf } from '../deposit-addresses.repo.ts';
import { FAUCET } from './development-address.ts';
import { DEVELOPMENT_CHAIN } from './development-chain.ts';
import * as repo from './development-chain.repo.ts';
import { transactionHash } from './development-transfer.ts';

interface FaucetClaim {
  readonly userId: number;
  readonly currencyId: number;
  /** The user's own address. */
  readonly address: string;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
}

export interface Faucet {
  /**
   * Sends the amount; the next block contains the transaction. Idempotent: a repeated key and claim
   * return the same transaction.
   */
  claim(
    claim: FaucetClaim,
    now: EpochMs,
  ): Promise<
    Result<
      { readonly amount: bigint; readonly hash: string },
      'idempotency_key_reused' | 'command_expired' | 'rate_limited'
    >
  >;
  /** Returns the hash of the transaction that the user claimed under the key. */
  find(userId: number, idempotencyKey: string): Promise<string | undefined>;
}

const LIMIT = { max: LIMITS.faucet_claims_per_hour_max, windowMs: HOUR_MS };

/**
 * @param amountOf returns the units of a currency for one claim.
 * @param notifyChange called when a new transaction is pending.
 */
export function createFaucet(
  database: Database,
  amountOf: (currencyId: number) => bigint,
  notifyChange: () => void,
): Faucet {
  return {
    async claim({ userId, currencyId, address, idempotencyKey, deadline }, now) {
      const hash = hashOf(userId, idempotencyKey);
      const claimed = await repo.writeToChain(database, async (tx) => {
        const earlier = await repo.findTransaction(tx, hash);
        if (earlier !== undefined) {
          const isSame = earlier.currencyId === currencyId && earlier.toAddress === address;
          return isSame ? ok({ amount: earlier.amount, hash }) : refuse('idempotency_key_reused');
        }
        if (deadline.hasPassed()) return refuse('command_expired');
        const waitS = await waitSeconds(tx, userId, now);
        if (waitS > 0) return refuse('rate_limited', waitS);
        const amount = amountOf(currencyId);
        const payment = { hash, currencyId, amount, fromAddress: FAUCET, toAddress: address };
        await repo.insertTransaction(tx, { ...payment, nonce: null, createdAtMs: now });
        return ok({ amount, hash });
      });
      if (claimed.ok) notifyChange();
      return claimed;
    },
    async find(userId, idempotencyKey) {
      const found = await repo.findTransaction(database, hashOf(userId, idempotencyKey));
      return found?.hash;
    },
  };
}

const hashOf = (userId: number, idempotencyKey: string): string =>
  transactionHash(`faucet ${userId} ${idempotencyKey}`);

async function waitSeconds(tx: Transaction, userId: number, now: EpochMs): Promise<number> {
  const addresses = await findAddressesOf(tx, userId, DEVELOPMENT_CHAIN);
  const times = await repo.findPaymentTimes(tx, FAUCET, addresses, now - LIMIT.windowMs, LIMIT.max);
  return secondsUntil(allowedAgainAt(times, LIMIT), now);
}
