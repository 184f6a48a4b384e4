/**
 * The gate that every withdrawal must pass. Rules are checked in a fixed order, and the first broken
 * one is returned: secrets only after the request itself is valid, the balance last. The gate checks
 * the balance too, but the spot writer decides when it freezes the amount.
 */
import { parseUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import { DAY_MS, dayOf, secondsBetween } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { toChainUnits, type Custody, type WalletCoin } from '../custody/custody.area.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { Database } from '../../kit/db/database.ts';
import type { GatheredStatement } from '../../kit/db/gathered-statement.ts';
import type {
  GoogleCodeError,
  PayPasswordError,
  SecurityCheck,
} from '../identity/identity.area.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import { freeFrom } from './purchase-hold.ts';
import { checkRecipient } from './recipient-check.ts';
import type { RecipientError } from './recipient-check.ts';
import type { WalletRules } from './wallet-rules.ts';
import { findWithdrawable, unhindered, worthOf } from './withdrawable.ts';
import type { Withdrawable, WithdrawableParts } from './withdrawable.ts';
import { findAddresses } from './withdrawal-addresses.repo.ts';
import type { WithdrawalAddressRow } from './withdrawal-addresses.repo.ts';
import type { GateFacts, GateQuestion } from './withdrawal-gate.repo.ts';
import { findByKey } from './withdrawals.repo.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';

export interface WithdrawalRequest {
  readonly userId: number;
  /**
   * The session of the request. If it ends while the request waits for others of the user, the request
   * is refused.
   */
  readonly sessionId: string;
  readonly isVerified: boolean;
  readonly idempotencyKey: Result<string, 'idempotency_key_required'>;
  readonly deadline: Deadline;
  readonly addressId: number;
  /** Decimal text. */
  readonly amount: string;
  readonly payPassword: string;
  /** Empty when it was not given. */
  readonly googleCode: string;
  readonly requestId: string;
  readonly now: EpochMs;
}

export type GateError =
  | 'verification_required'
  | 'idempotency_key_required'
  | 'user_disabled'
  | 'session_ended'
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'withdrawal_address_required'
  | 'withdrawal_address_not_found'
  | 'withdrawals_suspended'
  | 'chain_withdrawals_closed'
  | 'withdrawal_on_hold'
  | 'amount_scale_exceeded'
  | 'amount_too_small'
  | RecipientError
  | PayPasswordError
  | GoogleCodeError
  | 'daily_limit_exceeded'
  | 'purchase_on_hold'
  | 'balance_locked'
  | 'insufficient_balance'
  | 'service_unavailable';

/** repeated: the key was used for the same request before; no rule was checked again. */
export type GatePass =
  | { readonly kind: 'repeated'; readonly withdrawal: WithdrawalRow }
  | {
      readonly kind: 'new';
      readonly address: WithdrawalAddressRow;
      readonly idempotencyKey: string;
      /** The address and amount of the request, to recognize a key that is reused for another request. */
      readonly terms: string;
      readonly amount: bigint;
      readonly fee: bigint;
      /** Units of USDT that count toward limits. */
      readonly value: bigint;
      /** Units of USDT that other withdrawals of the day are worth. */
      readonly usedToday: bigint;
    };

export interface GateParts extends WithdrawableParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains' | 'coins' | 'health'>;
  readonly security: Pick<SecurityCheck, 'checkPayPassword' | 'checkGoogleCode' | 'withdrawalHold'>;
  readonly health: LedgerHealth;
  readonly rules: WalletRules;
}

/** Requests of one moment share the read of their facts. */
export type GateFactsRead = GatheredStatement<GateQuestion, GateFacts>;

/** Must run for one request of a user at a time, because limits count earlier requests. */
export async function passGate(
  parts: GateParts,
  gateFacts: GateFactsRead,
  request: WithdrawalRequest,
): Promise<Result<GatePass, GateError>> {
  const { userId, idempotencyKey, now } = request;
  const { purchaseHoldMs } = parts;
  if (!request.isVerified) return refuse('verification_required');
  if (!idempotencyKey.ok) return idempotencyKey;
  const terms = `${request.addressId} ${request.amount}`;
  // Read before liens and purchases, so that a credit or purchase in between is not in the balances.
  const balances = await parts.spotView.loadBalances(userId);
  const [facts, hold] = await Promise.all([
    gateFacts.ask({
      userId,
      sessionId: request.sessionId,
      idempotencyKey: idempotencyKey.value,
      addressId: request.addressId,
      since: dayOf(now),
      heldSince: purchaseHoldMs === 0 ? null : now - purchaseHoldMs,
    }),
    parts.security.withdrawalHold(userId, now),
  ]);
  if (facts.isDisabled) return refuse('user_disabled');
  if (!facts.isSessionOpen) return refuse('session_ended');
  if (facts.isKeyUsed) {
    const before = await findByKey(parts.database, userId, idempotencyKey.value);
    return before?.terms === terms
      ? ok({ kind: 'repeated', withdrawal: before })
      : refuse('idempotency_key_reused');
  }
  // Checked before the secrets, and again at the end, because hashing a password takes time.
  if (request.deadline.hasPassed()) return refuse('command_expired');
  const target = await findTarget(parts, request, facts.address);
  if (!target.ok) return target;
  const { address, coin } = target.value;
  if (hold !== null) return refuse('withdrawal_on_hold', secondsBetween(now, hold.untilMs));
  const sum = readAmount(parts, request.amount, coin);
  if (!sum.ok) return sum;
  const secrets = await checkSecrets(parts, request);
  if (!secrets.ok) return secrets;
  // Runs after the secrets, so that a stolen session without them causes no call to the node. Neither does an
  // amount that is not available.
  const isCovered = sum.value <= unhindered(balances, coin.currencyId).available;
  if (isCovered) {
    const transfer = { ...address, amount: sum.value - coin.withdrawalFee, now };
    const recipient = await checkRecipient(parts, transfer);
    if (!recipient.ok) return recipient;
  }
  const value = checkDailyLimit(parts, request, coin.currencyId, sum.value, facts.usedToday);
  if (!value.ok) return value;
  const free = facts.isHindered
    ? await findWithdrawable(parts, userId, coin.currencyId, now)
    : unhindered(balances, coin.currencyId);
  const hindrance = hindranceOf(free, sum.value, now);
  if (hindrance !== null) return hindrance;
  if (!parts.health.isConsistent()) return refuse('service_unavailable');
  if (!isCovered || sum.value > free.available) return refuse('insufficient_balance');
  if (request.deadline.hasPassed()) return refuse('command_expired');
  return ok({
    kind: 'new',
    address,
    terms,
    idempotencyKey: idempotencyKey.value,
    amount: sum.value,
    fee: coin.withdrawalFee,
    value: value.value,
    usedToday: facts.usedToday,
  });
}

/** Returns the reason why an available amount cannot be withdrawn; null when it can, or is not available. */
function hindranceOf(
  { available, withdrawable, bought }: Withdrawable,
  amount: bigint,
  now: EpochMs,
): Refusal<'purchase_on_hold' | 'balance_locked'> | null {
  if (amount <= withdrawable || amount > available) return null;
  const freeAtMs = freeFrom(bought, amount);
  return freeAtMs === null
    ? refuse('balance_locked')
    : refuse('purchase_on_hold', secondsBetween(now, freeAtMs));
}

async function findTarget(
  { database, custody }: GateParts,
  { userId }: WithdrawalRequest,
  address: WithdrawalAddressRow | undefined,
): Promise<
  Result<
    { readonly address: WithdrawalAddressRow; readonly coin: WalletCoin },
    | 'withdrawal_address_required'
    | 'withdrawal_address_not_found'
    | 'withdrawals_suspended'
    | 'chain_withdrawals_closed'
  >
> {
  if (address === undefined) {
    const bound = await findAddresses(database, userId, undefined);
    return refuse(
      bound.length === 0 ? 'withdrawal_address_required' : 'withdrawal_address_not_found',
    );
  }
  const coin = await custody.coins.find(address.currencyId, address.chain);
  if (!coin.ok || !coin.value.canWithdraw) return refuse('withdrawals_suspended');
  if (!(await custody.health.isOpen(address.chain))) return refuse('chain_withdrawals_closed');
  return ok({ address, coin: coin.value });
}

function readAmount(
  { currencies }: GateParts,
  text: string,
  coin: WalletCoin,
): Result<bigint, 'amount_scale_exceeded' | 'amount_too_small'> {
  const amount = parseUnits(text, currencies.byId(coin.currencyId)?.scale ?? 0);
  // The arriving amount must be a whole number of the chain's own units.
  if (amount === null || toChainUnits(amount - coin.withdrawalFee, coin.decimals) === null)
    return refuse('amount_scale_exceeded');
  const isEnough = amount >= coin.minWithdrawal && amount > coin.withdrawalFee;
  return isEnough ? ok(amount) : refuse('amount_too_small');
}

async function checkSecrets(
  { security }: GateParts,
  { userId, payPassword, googleCode, now }: WithdrawalRequest,
): Promise<Result<null, PayPasswordError | GoogleCodeError>> {
  const password = await security.checkPayPassword(userId, payPassword, now);
  return password.ok ? security.checkGoogleCode(userId, googleCode, now) : password;
}

/**
 * @returns the units of USDT that count toward limits. Without a live mark the limit cannot be checked,
 * so the request is refused with `withdrawals_suspended`.
 */
function checkDailyLimit(
  parts: GateParts,
  { now }: WithdrawalRequest,
  currencyId: number,
  amount: bigint,
  used: bigint,
): Result<bigint, 'daily_limit_exceeded' | 'withdrawals_suspended'> {
  const value = worthOf(parts, 'inLimit', currencyId, amount);
  if (value === null) return refuse('withdrawals_suspended');
  return used + value <= parts.rules.dailyLimit
    ? ok(value)
    : refuse('daily_limit_exceeded', secondsBetween(now, dayOf(now) + DAY_MS));
}
