/** Disputed fiat orders, for the operators that decide them. */
import { ensure } from '../../../contract/assert.ts';
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type {
  Dispute,
  DisputeDetail,
  DisputeMessage,
  DisputeSide,
} from '../../../contract/operator/schemas/fiat.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { FiatPayee } from '../../../contract/fiat/fiat-order.ts';
import type { ShopFigures } from '../../../contract/fiat/fiat-market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { FiatOrderContext } from '../../../machines/domain/fiat/fiat-order.machine.ts';
import type { Database } from '../../kit/db/database.ts';
import {
  FIAT_ORDER,
  findMessages,
  findShopOf,
  readStanding,
  toFiatMessage,
  type AwardError,
  type FiatArbitration,
  type FiatMarketCurrencies,
  type OperatorMessage,
  type WriteError,
} from '../fiat/fiat.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { findLifecycle } from '../../kit/lifecycle/lifecycles.repo.ts';
import { restoreSnapshot } from '../../kit/lifecycle/stored-snapshots.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import * as repo from './disputes.repo.ts';
import { findOperatorNames } from './operators.repo.ts';
import { findPeople } from './people.repo.ts';
import { findLastAct } from './revisions.repo.ts';

export interface DisputeDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly market: FiatMarketCurrencies;
  readonly arbitration: FiatArbitration;
  /** Returns the order figures of a merchant. */
  figuresOf(merchantId: number, now: EpochMs): Promise<ShopFigures>;
}

interface Verdict {
  /** The revision of the order that the operator saw. */
  readonly revision: number;
  readonly to: FiatParty;
  readonly isPaymentFalse: boolean;
  /** Shown to both sides. */
  readonly text: string;
}

/** A row of the queue; `cursor` leads to the rows after it. */
interface QueuedDispute {
  readonly cursor: string;
  readonly dispute: Dispute;
}

export class DisputeDesk {
  readonly #parts: DisputeDeskParts;

  constructor(parts: DisputeDeskParts) {
    this.#parts = parts;
  }

  async list(filter: repo.DisputeFilter): Promise<readonly QueuedDispute[]> {
    const { database } = this.#parts;
    const found = await repo.findDisputes(database, filter);
    const personOf = await findPeople(
      database,
      found.flatMap(({ order }) => [order.buyerId, order.sellerId]),
    );
    return found.map((one) => ({
      cursor: String(one.claim.id),
      dispute: this.#toDispute(one, personOf),
    }));
  }

  async find(
    orderId: number,
    now: EpochMs,
  ): Promise<Result<DisputeDetail, 'fiat_order_not_found'>> {
    const { database, market } = this.#parts;
    const found = await repo.findDispute(database, orderId);
    if (found === undefined) return refuse('fiat_order_not_found');
    const { order } = found;
    const personOf = await findPeople(database, [order.buyerId, order.sellerId]);
    const [buyer, seller, claims, windows, nameOf, acted] = await Promise.all([
      this.#sideOf(order.buyerId, personOf, now),
      this.#sideOf(order.sellerId, personOf, now),
      repo.findClaims(database, orderId),
      this.#windowsOf(orderId),
      findOperatorNames(database),
      findLastAct(database, ['fiat_order', orderId]),
    ]);
    const money = ensure(market.currency(order.fiatCode), `currency ${order.fiatCode}`);
    return ok({
      ...this.#toDispute(found, personOf),
      ad_id: String(order.adId),
      revision: order.revision,
      price: formatUnits(order.price, money.priceScale),
      payment_kind: order.paymentKind,
      payment_reference: order.paymentReference,
      remark: order.remark,
      payee: order.payee as FiatPayee,
      voucher_ids: order.voucherIds,
      claims: claims.map(toClaim),
      sides: { buyer, seller },
      created_at: order.createdAtMs,
      ...windows,
      paid_at: order.paidAtMs,
      postponements: order.postponements,
      ended_at: order.endedAtMs,
      award:
        order.operatorId === null
          ? null
          : {
              operator_name: nameOf(order.operatorId),
              text: order.awardText ?? '',
              is_payment_false: order.isPaymentFalse,
            },
      is_chat_open: order.state === 'rights_protection',
      last_act: acted.act,
    });
  }

  /** Returns the newest messages first. */
  async messages(
    orderId: number,
    span: { readonly beyond: number | undefined; readonly count: number },
  ): Promise<Result<readonly DisputeMessage[], 'fiat_order_not_found'>> {
    const { database } = this.#parts;
    const found = await repo.findDispute(database, orderId);
    if (found === undefined) return refuse('fiat_order_not_found');
    const rows = await findMessages(database, orderId, span.beyond, span.count);
    return ok(rows.map((row) => toFiatMessage(row, found.order)));
  }

  async write(
    act: OperatorAct,
    orderId: number,
    { revision, content, clientId }: Pick<OperatorMessage, 'revision' | 'content' | 'clientId'>,
    reason: string,
  ): Promise<Result<null, WriteError>> {
    return this.#parts.arbitration.write({
      orderId,
      revision,
      operatorId: act.operatorId,
      content,
      clientId,
      now: act.now,
      alsoWrite: (tx) =>
        writeAudit(tx, act, { action: 'dispute.write', subject: ['fiat_order', orderId], reason }),
    });
  }

  /**
   * Refuses with `already_decided` when the order is no longer in rights protection, e.g. because another
   * operator has ruled on the dispute.
   */
  async award(
    act: OperatorAct,
    orderId: number,
    { revision, to, isPaymentFalse, text }: Verdict,
    reason: string,
  ): Promise<Result<DisputeDetail, AwardError>> {
    const awarded = await this.#parts.arbitration.award({
      orderId,
      revision,
      operatorId: act.operatorId,
      to,
      isPaymentFalse,
      text,
      now: act.now,
      alsoWrite: (tx) =>
        writeAudit(tx, act, {
          action: to === 'buyer' ? 'dispute.awardToBuyer' : 'dispute.awardToSeller',
          subject: ['fiat_order', orderId],
          reason,
          details: { is_payment_false: isPaymentFalse },
        }),
    });
    return awarded.ok ? this.find(orderId, act.now) : awarded;
  }

  #toDispute({ order, claim }: repo.Dispute, personOf: PersonOf): Dispute {
    const { currencies, market } = this.#parts;
    const coin = ensure(currencies.byId(order.currencyId), `currency ${order.currencyId}`);
    const money = ensure(market.currency(order.fiatCode), `currency ${order.fiatCode}`);
    return {
      id: String(order.id),
      state: order.state,
      end: order.end,
      claimed_by: claim.party,
      claimed_at: claim.atMs,
      buyer: personOf(order.buyerId),
      seller: personOf(order.sellerId),
      currency_code: coin.code,
      quantity: formatUnits(order.quantity, coin.scale),
      fiat_code: order.fiatCode,
      amount: formatUnits(order.amount, money.scale),
    };
  }

  async #sideOf(userId: number, personOf: PersonOf, now: EpochMs): Promise<DisputeSide> {
    const { database, figuresOf } = this.#parts;
    const [shop, standing, found] = await Promise.all([
      findShopOf(database, userId),
      readStanding(database, userId, now),
      repo.findRecordOf(database, userId),
    ]);
    const record = ensure(found, `user ${userId}`);
    return {
      ...personOf(userId),
      real_name: record.realName,
      shop: shop
        ? {
            id: String(shop.id),
            name: shop.name,
            is_open: shop.isOpen,
            figures: await figuresOf(userId, now),
          }
        : null,
      cancellations_today: standing.cancellations_today,
      false_payments: standing.false_payments,
      orders: record.orders,
      completed_orders: record.completed,
      disputed_orders: record.disputed,
      disabled_at: record.disabledAtMs,
    };
  }

  /** Returns the windows that were agreed on when the order was placed. */
  async #windowsOf(orderId: number) {
    const row = await findLifecycle(this.#parts.database, FIAT_ORDER.kind, orderId);
    const { context } = restoreSnapshot(FIAT_ORDER, ensure(row, `course of order ${orderId}`));
    const { paymentWindowMs, confirmWindowMs, postponeWindowMs }: FiatOrderContext = context;
    return {
      payment_window_ms: paymentWindowMs,
      confirm_window_ms: confirmWindowMs,
      postpone_window_ms: postponeWindowMs,
    };
  }
}

type PersonOf = Awaited<ReturnType<typeof findPeople>>;

const toClaim = ({ party, reason, content, pictureIds, atMs }: repo.ClaimRow) => ({
  by: party,
  reason,
  content,
  picture_ids: pictureIds,
  at: atMs,
});
