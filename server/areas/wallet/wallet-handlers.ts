/** Calls about deposits and withdrawals. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Records, RecordPage } from './records.ts';
import type { WithdrawalAddresses } from './withdrawal-addresses.ts';
import type { Terms, TermsReader } from './withdrawal-terms.ts';
import type { WalletWire } from './wallet-wire.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import type { Withdrawals } from './withdrawals.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type WalletHandlers = Pick<
  Handlers,
  | 'listDeposits'
  | 'getDeposit'
  | 'listWithdrawalAddresses'
  | 'bindWithdrawalAddress'
  | 'removeWithdrawalAddress'
  | 'getWithdrawalTerms'
  | 'createWithdrawal'
  | 'cancelWithdrawal'
  | 'listWithdrawals'
  | 'getWithdrawal'
>;

interface WalletCalls {
  readonly records: Records;
  readonly addresses: WithdrawalAddresses;
  readonly terms: TermsReader;
  readonly withdrawals: Withdrawals;
  readonly wire: WalletWire;
  readonly currencies: Currencies;
}

export function createWalletHandlers(calls: WalletCalls): WalletHandlers {
  const { records, addresses, withdrawals, wire } = calls;
  const wired = <E extends Parameters<typeof refuse>[0]>(
    answer: Result<WithdrawalRow, E>,
  ): Result<Withdrawal, E> => (answer.ok ? ok(wire.withdrawal(answer.value)) : answer);
  return {
    async listDeposits(query, { signedIn }) {
      const page = await records.deposits(filterOf(query, signedIn.userId));
      return ok({ deposits: page.rows.map((row) => wire.deposit(row)), next: nextOf(page) });
    },
    async getDeposit({ id }, { signedIn }) {
      const row = await records.deposit(signedIn.userId, Number(id));
      return row === undefined ? refuse('deposit_not_found') : ok(wire.deposit(row));
    },
    async listWithdrawalAddresses({ currency_id: currencyId }, { signedIn }) {
      return ok([...(await addresses.list(signedIn.userId, currencyId))]);
    },
    bindWithdrawalAddress(body, { signedIn, now }) {
      const { currency_id: currencyId, auth_code: code, ...order } = body;
      return addresses.bind({ userId: signedIn.userId, currencyId, code, ...order }, now);
    },
    removeWithdrawalAddress: ({ id }, { signedIn, now }) =>
      addresses.remove(signedIn.userId, Number(id), now),
    async getWithdrawalTerms({ currency_id: currencyId, chain }, { signedIn, now }) {
      const found = await calls.terms.read({ ...signedIn, currencyId, chain }, now);
      if (!found.ok) return found;
      const currency = ensure(calls.currencies.byId(currencyId), `currency ${currencyId}`);
      return ok({ ...termsText(found.value, currency), is_verified: signedIn.isVerified });
    },
    async createWithdrawal(body, { signedIn, idempotencyKey, deadline, requestId, now }) {
      const created = await withdrawals.create({
        ...signedIn,
        idempotencyKey,
        deadline,
        addressId: Number(body.address_id),
        amount: body.amount,
        payPassword: body.pay_password,
        googleCode: body.google_code,
        requestId,
        now,
      });
      return wired(created);
    },
    async cancelWithdrawal({ id }, { signedIn, now }) {
      return wired(await withdrawals.cancel(signedIn.userId, Number(id), now));
    },
    async listWithdrawals(query, { signedIn }) {
      const page = await records.withdrawals(filterOf(query, signedIn.userId));
      return ok({ withdrawals: page.rows.map((row) => wire.withdrawal(row)), next: nextOf(page) });
    },
    async getWithdrawal({ id }, { signedIn }) {
      const row = await records.withdrawal(signedIn.userId, Number(id));
      return row === undefined ? refuse('withdrawal_not_found') : ok(wire.withdrawal(row));
    },
  };
}

function termsText({ amounts, usdt, ...facts }: Terms, { scale }: Pick<Currency, 'scale'>) {
  const text = (amount: bigint) => formatUnits(amount, scale);
  const { remainingToday } = amounts;
  return {
    available: text(amounts.available),
    locked: text(amounts.available - amounts.withdrawable - amounts.held),
    bought_on_hold: text(amounts.held),
    bought_on_hold_until: facts.heldUntilMs,
    withdrawable: text(amounts.withdrawable),
    fee: text(amounts.fee),
    minimum: text(amounts.minimum),
    daily_limit: formatUnits(usdt.dailyLimit, usdt.scale),
    used_today: formatUnits(usdt.usedToday, usdt.scale),
    remaining_today: remainingToday === null ? null : text(remainingToday),
    hold_until: facts.hold?.untilMs ?? null,
    hold_reason: facts.hold?.reason ?? null,
    has_pay_password: facts.hasPayPassword,
    is_google_bound: facts.isGoogleBound,
  };
}

const nextOf = ({ next }: RecordPage<unknown>): string | null =>
  next === null ? null : String(next);

function filterOf<S>(
  query: {
    readonly currency_id?: number | undefined;
    readonly state?: S | undefined;
    readonly before?: string | undefined;
    readonly size: number;
  },
  userId: number,
) {
  return {
    userId,
    currencyId: query.currency_id,
    state: query.state,
    before: query.before === undefined ? undefined : Number(query.before),
    count: query.size,
  };
}
