/** Fees and limits of deposits and withdrawals, as operators set them. */
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { OperatorWalletCoin } from '../../../contract/operator/schemas/custody.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import {
  findWalletCoins,
  lockWalletCoin,
  toChainUnits,
  updateWalletCoin,
  type Custody,
  type WalletCoinRow,
  type WalletCoinTerms,
} from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findLastActs } from './revisions.repo.ts';
import type { Acted } from './revisions.repo.ts';

interface CoinDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly custody: Pick<Custody, 'chains'>;
}

/** The terms of a coin that an operator sets; amounts are decimal text in the coin. */
interface CoinOrder {
  readonly currencyId: number;
  readonly chain: string;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  readonly minDeposit: string;
  readonly minWithdrawal: string;
  readonly withdrawalFee: string;
  /** The revision of the terms that the operator saw. */
  readonly seen: number;
}
type CoinError =
  | 'currency_not_found'
  | 'chain_not_found'
  | 'amount_scale_exceeded'
  | 'amount_too_small'
  | 'not_changed';

export class CoinDesk {
  readonly #parts: CoinDeskParts;

  constructor(parts: CoinDeskParts) {
    this.#parts = parts;
  }

  async list(): Promise<readonly OperatorWalletCoin[]> {
    const { database, currencies } = this.#parts;
    // The revision is read before the terms. If they change in between, a save by that older revision is
    // refused with `record_changed`.
    const actedOn = await findLastActs(database, 'wallet_coin');
    const rows = await findWalletCoins(database);
    return rows.flatMap((row) => {
      const currency = currencies.byId(row.currencyId);
      return currency === undefined ? [] : [this.#shown(row, currency, actedOn(subjectId(row)))];
    });
  }

  /**
   * amount_too_small: the smallest withdrawal would not be worth more than its fee.
   * amount_scale_exceeded: an amount has more digits than the ledger, or a fee more than its chain.
   */
  async save(
    order: CoinOrder,
    act: OperatorAct,
    reason: string,
  ): Promise<Result<OperatorWalletCoin, CoinError>> {
    const { database, currencies } = this.#parts;
    const currency = currencies.byId(order.currencyId);
    if (currency === undefined) return refuse('currency_not_found');
    const terms = termsOf(order, currency);
    if (!terms.ok) return terms;
    return transaction(database, async (tx) => {
      const before = await lockWalletCoin(tx, order.currencyId, order.chain);
      if (before === undefined) return refuse('chain_not_found');
      // Otherwise no requested amount would arrive as a whole number of the chain's units.
      if (toChainUnits(terms.value.withdrawalFee, before.decimals) === null)
        return refuse('amount_scale_exceeded');
      if (isSame(before, terms.value)) return refuse('not_changed');
      await updateWalletCoin(tx, order.currencyId, order.chain, terms.value);
      const after = { ...before, ...terms.value };
      await this.#write(tx, { act, reason, seen: order.seen }, before, after);
      const actedOn = await findLastActs(tx, 'wallet_coin', [subjectId(before)]);
      return ok(this.#shown(after, currency, actedOn(subjectId(before))));
    });
  }

  async #write(
    tx: Transaction,
    { act, reason, seen }: { act: OperatorAct; reason: string; seen: number },
    before: WalletCoinRow,
    after: WalletCoinRow,
  ): Promise<void> {
    const changed = TERM_NAMES.filter((name) => before[name] !== after[name]);
    await writeAudit(tx, act, {
      action: 'wallet_coin.save',
      subject: ['wallet_coin', subjectId(before)],
      reason,
      seen,
      details: Object.fromEntries(
        changed.map((name) => [name, `${String(before[name])} → ${String(after[name])}`]),
      ),
    });
  }

  #shown(
    row: WalletCoinRow,
    { code, scale }: Currency,
    { revision, act }: Acted,
  ): OperatorWalletCoin {
    const chain = this.#parts.custody.chains.get(row.chain);
    return {
      currency_id: row.currencyId,
      currency_code: code,
      chain: row.chain,
      chain_name: chain?.displayName ?? row.chain,
      is_running: chain !== undefined,
      can_deposit: row.canDeposit,
      can_withdraw: row.canWithdraw,
      min_deposit: formatUnits(row.minDeposit, scale),
      min_withdrawal: formatUnits(row.minWithdrawal, scale),
      withdrawal_fee: formatUnits(row.withdrawalFee, scale),
      revision,
      last_act: act,
    };
  }
}

const subjectId = ({ currencyId, chain }: WalletCoinRow): string => `${currencyId}:${chain}`;

const TERM_NAMES = [
  'canDeposit',
  'canWithdraw',
  'minDeposit',
  'minWithdrawal',
  'withdrawalFee',
] as const satisfies readonly (keyof WalletCoinTerms)[];

const isSame = (row: WalletCoinRow, terms: WalletCoinTerms): boolean =>
  TERM_NAMES.every((name) => row[name] === terms[name]);

function termsOf(
  order: CoinOrder,
  { scale }: Currency,
): Result<WalletCoinTerms, 'amount_scale_exceeded' | 'amount_too_small'> {
  const minDeposit = parseUnits(order.minDeposit, scale);
  const minWithdrawal = parseUnits(order.minWithdrawal, scale);
  const withdrawalFee = parseUnits(order.withdrawalFee, scale);
  if (minDeposit === null || minWithdrawal === null || withdrawalFee === null)
    return refuse('amount_scale_exceeded');
  // The fee needs no check here, because it must be below the smallest withdrawal.
  if (minDeposit >= AMOUNT_END || minWithdrawal >= AMOUNT_END)
    return refuse('amount_scale_exceeded');
  if (minWithdrawal <= withdrawalFee) return refuse('amount_too_small');
  const { canDeposit, canWithdraw } = order;
  return ok({ canDeposit, canWithdraw, minDeposit, minWithdrawal, withdrawalFee });
}
