/** Savings products, as operators add them, set their state, and set the terms of new positions. */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import type { FundChanges } from '../../../contract/operator/schemas/funds.ts';
import type { OperatorStakingDesk } from '../../../contract/operator/schemas/staking.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { commandTransaction } from '../../kit/db/refusable-transaction.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { findHouseFund } from '../../ledger/ledger.repo.ts';
import {
  findStakingProducts,
  insertStakingProduct,
  lockStakingProduct,
  updateStakingProduct,
} from '../staking/staking.area.ts';
import type { StakingChosenTerms, StakingProductRow } from '../staking/staking.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorDecision } from './audit-trail.ts';
import { changedTerms, fundsByCurrency, readAmounts, textsOf } from './product-terms.ts';
import { STAKING_PRODUCTS } from './report-changes.ts';
import { findLastActs, type Subject } from './revisions.repo.ts';

export interface StakingProductDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
}

type SentTerms = Omit<OperatorRequestOf<'saveStakingTerms'>, 'id' | 'revision' | 'reason'>;

/** A change of a locked product, with its line in the audit log. */
interface Step {
  readonly action: AuditAction;
  readonly change: Partial<StakingChosenTerms & Pick<StakingProductRow, 'state'>>;
  readonly details: AuditDetails;
}

export class StakingProductDesk {
  readonly #parts: StakingProductDeskParts;

  constructor(parts: StakingProductDeskParts) {
    this.#parts = parts;
  }

  async read(funds: FundChanges): Promise<OperatorStakingDesk> {
    const { database, currencies } = this.#parts;
    // The revisions are read before the products, so that a change in between makes them outdated.
    const actedOn = await findLastActs(database, 'staking_product');
    const products = await findStakingProducts(database);
    const fund = await findHouseFund(database, 'stakingFund');
    const { revision, act } = actedOn(STAKING_PRODUCTS[1]);
    return {
      products: products.map((row) => {
        const { code, scale } = this.#currency(row.currencyId);
        const amount = (units: bigint) => formatUnits(units, scale);
        const acted = actedOn(row.id);
        return {
          id: row.id,
          currency_code: code,
          cycle_days: row.cycleDays,
          daily_ppb: row.dailyPpb,
          amount_min: amount(row.amountMin),
          amount_max: amount(row.amountMax),
          user_max: amount(row.userMax),
          quota: amount(row.quota),
          taken: amount(row.taken),
          state: row.state,
          revision: acted.revision,
          last_act: acted.act,
        };
      }),
      fund: fundsByCurrency(currencies, fund),
      funds,
      revision,
      last_act: act,
    };
  }

  /** Positions run to their end under each state. */
  setState(
    decision: OperatorDecision,
    { id, state }: Pick<OperatorRequestOf<'setStakingProductState'>, 'id' | 'state'>,
  ): Promise<Result<null, 'staking_product_not_found' | 'not_changed'>> {
    return this.#change(decision, id, (before) => {
      if (before.state === state) return refuse('not_changed');
      const details = { before: before.state, after: state };
      return ok({ action: 'staking_product.set_state', change: { state }, details });
    });
  }

  /** Sets the terms of later positions. amount_too_small: positions hold more than the quota. */
  saveTerms(
    decision: OperatorDecision,
    { id, ...sent }: SentTerms & { readonly id: number },
  ): Promise<
    Result<
      null,
      'staking_product_not_found' | 'not_changed' | 'amount_scale_exceeded' | 'amount_too_small'
    >
  > {
    return this.#change(decision, id, (before) => {
      const terms = termsOf(sent, this.#currency(before.currencyId).scale);
      if (terms === null) return refuse('amount_scale_exceeded');
      if (terms.quota < before.taken) return refuse('amount_too_small');
      const details = changedTerms(chosenOf(before), terms);
      if (Object.keys(details).length === 0) return refuse('not_changed');
      return ok({ action: 'staking_product.save_terms', change: terms, details });
    });
  }

  /** Adds a closed product. */
  async add(
    decision: OperatorDecision,
    {
      currency_id: currencyId,
      cycle_days: cycleDays,
      ...sent
    }: SentTerms & { readonly currency_id: number; readonly cycle_days: number },
  ): Promise<Result<null, 'currency_not_found' | 'amount_scale_exceeded'>> {
    const { database, currencies } = this.#parts;
    const currency = currencies.byId(currencyId);
    if (currency === undefined) return refuse('currency_not_found');
    const terms = termsOf(sent, currency.scale);
    if (terms === null) return refuse('amount_scale_exceeded');
    const details = { currency: currency.code, cycleDays, ...textsOf(terms) };
    return commandTransaction(database, async (tx) => {
      await this.#write(tx, decision, STAKING_PRODUCTS, { action: 'staking_product.add', details });
      await insertStakingProduct(tx, { ...terms, currencyId, cycleDays }, decision.act.now);
      return ok(null);
    });
  }

  #change<E extends ErrorName>(
    decision: OperatorDecision,
    id: number,
    stepOf: (before: StakingProductRow) => Result<Step, E>,
  ): Promise<Result<null, E | 'staking_product_not_found'>> {
    return commandTransaction<null, E | 'staking_product_not_found'>(
      this.#parts.database,
      async (tx) => {
        // Its subscriptions wait, so that each has the terms before or after the change.
        const before = await lockStakingProduct(tx, id);
        if (before === undefined) return refuse('staking_product_not_found');
        const step = stepOf(before);
        if (!step.ok) return step;
        await this.#write(tx, decision, ['staking_product', id], step.value);
        await updateStakingProduct(tx, before, step.value.change);
        return ok(null);
      },
    );
  }

  #write(
    tx: Transaction,
    { act, reason, seen }: OperatorDecision,
    subject: Subject,
    { action, details }: Pick<Step, 'action' | 'details'>,
  ): Promise<void> {
    return writeAudit(tx, act, { action, subject, reason, seen, details });
  }

  #currency(id: number) {
    return ensure(this.#parts.currencies.byId(id), `currency ${id}`);
  }
}

const AMOUNTS = ['amount_min', 'amount_max', 'user_max', 'quota'] as const;

function termsOf(sent: SentTerms, scale: number): StakingChosenTerms | null {
  const amounts = readAmounts(sent, AMOUNTS, scale);
  if (amounts === null) return null;
  return {
    dailyPpb: sent.daily_ppb,
    amountMin: amounts.amount_min,
    amountMax: amounts.amount_max,
    userMax: amounts.user_max,
    quota: amounts.quota,
  };
}

const chosenOf = (row: StakingProductRow): StakingChosenTerms => ({
  dailyPpb: row.dailyPpb,
  amountMin: row.amountMin,
  amountMax: row.amountMax,
  userMax: row.userMax,
  quota: row.quota,
});
