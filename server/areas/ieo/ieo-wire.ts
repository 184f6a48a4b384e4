/** Token offerings and subscriptions as the wire has them. */
import { ensure } from '../../../contract/assert.ts';
import type { IeoSubscription, Offering, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import type { OfferingPhase, OfferingState } from '../../../contract/ieo/ieo-kinds.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { OfferingRow, SubscriptionRow } from './ieo.types.ts';
import type { Publications } from './offerings.repo.ts';

const STATES: Readonly<Record<OfferingPhase, OfferingState>> = {
  // Operators alone see these two.
  draft: 'not_started',
  discarded: 'cancelled',
  not_started: 'not_started',
  preheat: 'preheat',
  subscribing: 'subscribing',
  allocating: 'ended',
  distributing: 'ended',
  ended: 'ended',
  cancelled: 'cancelled',
};
const PROGRESS = {
  allocating: 'allocating',
  distributing: 'distributing',
  ended: 'distributed',
} as const;

const isPast = (phase: OfferingPhase): phase is keyof typeof PROGRESS => phase in PROGRESS;

export class IeoWire {
  readonly #currencies: Pick<Currencies, 'byId'>;

  constructor(currencies: Pick<Currencies, 'byId'>) {
    this.#currencies = currencies;
  }

  offering(row: OfferingRow): Offering {
    const { phase } = row;
    return {
      id: String(row.id),
      ...this.#terms(row),
      state: STATES[phase],
      progress: isPast(phase) ? PROGRESS[phase] : null,
      offered: this.tokens(row, row.offered),
      quantity_min: this.tokens(row, row.stepsMin),
      quantity_max: this.tokens(row, row.stepsMax),
      cap: this.tokens(row, row.cap),
      yield_ppm: row.yieldPpm,
      preheat_at: row.preheatAtMs,
      opens_at: row.opensAtMs,
      closes_at: row.closesAtMs,
      subscribed: this.tokens(row, row.subscribed),
      subscribers: row.subscribers,
      allocated: row.allocated === null ? null : this.tokens(row, row.allocated),
      revision: row.revision,
    };
  }

  proof({ inputs, outputs }: Publications): NonNullable<OfferingDetail['proof']> {
    return {
      inputs_sha256: inputs.sha256,
      inputs_at: inputs.atMs,
      outputs_sha256: outputs?.sha256 ?? null,
      outputs_at: outputs?.atMs ?? null,
    };
  }

  /** Returns null for a subscription that its owner does not see. */
  subscription(row: SubscriptionRow, offering: OfferingRow): IeoSubscription | null {
    const { phase } = row;
    if (phase === 'requested' || phase === 'refused') return null;
    const { scale } = this.#currency(offering.payCurrencyId);
    const allocated = phase === 'settled' ? row.allocated : null;
    const cost = allocated === null ? null : BigInt(allocated) * offering.stepPrice;
    const refund = phase === 'committed' ? null : row.paid - (cost ?? 0n);
    return {
      id: String(row.id),
      offering_id: String(offering.id),
      ...this.#terms(offering),
      state: phase,
      quantity: this.tokens(offering, row.steps),
      paid: formatUnits(row.paid, scale),
      allocated: allocated === null ? null : this.tokens(offering, allocated),
      cost: cost === null ? null : formatUnits(cost, scale),
      refund: refund === null ? null : formatUnits(refund, scale),
      entry: row.entry,
      salt: row.salt,
      subscribed_at: row.createdAtMs,
      revision: row.revision,
      updated_at: row.updatedAtMs,
    };
  }

  /** Returns the text of a number of steps in tokens. */
  tokens({ tokenCurrencyId, stepSize }: OfferingRow, steps: number): string {
    return formatUnits(BigInt(steps) * stepSize, this.#currency(tokenCurrencyId).scale);
  }

  #terms(row: OfferingRow) {
    const token = this.#currency(row.tokenCurrencyId);
    const pay = this.#currency(row.payCurrencyId);
    return {
      token_currency_id: token.id,
      token_code: token.code,
      token_name: token.name,
      token_scale: token.scale,
      pay_currency_id: pay.id,
      pay_code: pay.code,
      pay_scale: pay.scale,
      issue_price: formatUnits(row.issuePrice, pay.scale),
      step: formatUnits(row.stepSize, token.scale),
      step_price: formatUnits(row.stepPrice, pay.scale),
    };
  }

  #currency(id: number) {
    return ensure(this.#currencies.byId(id), `currency ${id}`);
  }
}
