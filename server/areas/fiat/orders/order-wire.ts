/** Fiat orders as the wire has them: each side sees its own part, and only the name of the other side. */
import { ensure } from '../../../../contract/assert.ts';
import type { FiatOrderEnd, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import type {
  FiatOrder,
  FiatOrderDetail,
  FiatOrderLogEntry,
  FiatPayee,
} from '../../../../contract/fiat/fiat-order.ts';
import { maskedAccountNumber, maskedName } from '../../../../contract/people/payment-accounts.ts';
import { maskedAccount } from '../../identity/identity.area.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import { restoreSnapshot } from '../../../kit/lifecycle/stored-snapshots.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import { FIAT_ORDER, otherParty, type OrderSnapshot } from './order-lifecycle.ts';
import type { OrderFacts, PartyName, WholeOrder } from './order-reads.repo.ts';

/** Codes and decimals of the coin and of the fiat currency. */
export interface Monies {
  readonly currencies: Pick<Currencies, 'byId'>;
  readonly fiat: Pick<FiatMarketCurrencies, 'currency'>;
}

export function toFiatOrder(
  facts: OrderFacts,
  role: FiatParty,
  { currencies, fiat }: Monies,
): FiatOrder {
  const { order } = facts;
  const coin = ensure(currencies.byId(order.currencyId), `currency ${order.currencyId}`);
  const money = ensure(fiat.currency(order.fiatCode), order.fiatCode);
  return {
    id: String(order.id),
    ad_id: String(order.adId),
    role,
    currency_id: order.currencyId,
    currency_code: coin.code,
    fiat_code: order.fiatCode,
    price: formatUnits(order.price, money.priceScale),
    quantity: formatUnits(order.quantity, coin.scale),
    amount: formatUnits(order.amount, money.scale),
    payment_kind: order.paymentKind,
    payment_reference: order.paymentReference,
    counterparty: nameOf(facts[otherParty(role)]),
    shop_id: String(order.shopId),
    state: order.state,
    end: order.end,
    award_text: order.awardText,
    postponements: order.postponements,
    is_overtime: order.isOvertime,
    applicant: order.applicant,
    deadline_at: order.deadlineAtMs,
    unread: facts.unread[role],
    revision: order.revision,
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
  };
}

export const toFiatOrderDetail = (
  facts: WholeOrder,
  events: readonly FiatOrderLogEntry[],
  role: FiatParty,
  monies: Monies,
): FiatOrderDetail => ({
  ...toFiatOrder(facts, role, monies),
  real_names: namesFor(facts, role),
  payee: payeeFor(facts.order, role),
  voucher_ids: facts.order.voucherIds,
  claims: facts.claims.map(({ party, reason, content, pictureIds, atMs }) => ({
    by: party,
    reason,
    content,
    picture_ids: pictureIds,
    at: atMs,
  })),
  rights_withdrawals: withdrawalsOf(restoreSnapshot(FIAT_ORDER, facts.life)),
  events: [...events],
  remark: facts.order.remark,
});

/** Masks the account number for the buyer after the end of the order, because they no longer need it. */
function payeeFor({ payee: stored, end }: WholeOrder['order'], role: FiatParty): FiatPayee {
  const payee = stored as FiatPayee;
  if (role === 'seller' || end === null) return payee;
  const masked = { ...payee, account: maskedAccountNumber(payee.account), qr_picture_id: null };
  return WITHOUT_PAYMENT.includes(end)
    ? { ...masked, real_name: maskedName(payee.real_name), nickname: null }
    : masked;
}

/** Ends without a payment. Real names are masked after them, so that taking an ad does not reveal its merchant. */
const WITHOUT_PAYMENT: readonly FiatOrderEnd[] = ['buyer_cancelled', 'payment_timeout'];

function namesFor(
  { order: { end }, buyer, seller }: WholeOrder,
  role: FiatParty,
): FiatOrderDetail['real_names'] {
  const isMasked = end !== null && WITHOUT_PAYMENT.includes(end);
  const shown = ({ realName }: PartyName, party: FiatParty) =>
    isMasked && party !== role && realName !== null ? maskedName(realName) : realName;
  return { buyer: shown(buyer, 'buyer'), seller: shown(seller, 'seller') };
}

const withdrawalsOf = ({ context }: OrderSnapshot): FiatOrderDetail['rights_withdrawals'] => ({
  buyer: context.buyerWithdrawals,
  seller: context.sellerWithdrawals,
});

const nameOf = ({ shopName, email, mobile }: PartyName): string =>
  shopName ?? maskedAccount({ email, mobile });
