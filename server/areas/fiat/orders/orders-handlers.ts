/** Calls about fiat orders: placing, reading, the steps of both sides, and the chat. */
import { OPEN_FIAT_ORDER_STATES } from '../../../../contract/fiat/fiat-kinds.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { RequestOf } from '../../../../contract/routes.ts';
import type { FiatStanding } from '../../../../contract/fiat/fiat-order.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Messages } from './messages.ts';
import type { OrderPlacement } from './order-placement.ts';
import type { Asked } from './order-steps.ts';
import type { FiatOrders } from './orders.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { Handlers, SignedIn } from '../../../kit/http/handlers.ts';

type OrderHandlers = Pick<
  Handlers,
  | 'getFiatStanding'
  | 'createFiatOrder'
  | 'listFiatOrders'
  | 'getFiatOrder'
  | 'cancelFiatOrder'
  | 'declareFiatPayment'
  | 'confirmFiatReceipt'
  | 'postponeFiatConfirmation'
  | 'markFiatOrderAbnormal'
  | 'applyRightsProtection'
  | 'withdrawRightsProtection'
  | 'listFiatMessages'
  | 'sendFiatMessage'
  | 'readFiatMessages'
>;

interface OrderCalls {
  readonly orders: FiatOrders;
  readonly placement: OrderPlacement;
  readonly messages: Messages;
  readStanding(userId: number, now: EpochMs): Promise<FiatStanding>;
  /** No coins are given away while the ledger is not consistent. */
  readonly health: LedgerHealth;
}

interface Context {
  readonly signedIn: SignedIn;
  readonly requestId: string;
  readonly now: EpochMs;
}

export function createFiatOrderHandlers(calls: OrderCalls): OrderHandlers {
  const { orders, messages, health } = calls;
  return {
    getFiatStanding: async (_, { signedIn, now }) =>
      ok(await calls.readStanding(signedIn.userId, now)),
    async createFiatOrder(fields, { signedIn, idempotencyKey, deadline, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      const key = { idempotencyKey, deadline };
      return calls.placement.place({ ...signedIn, ...key, fields, requestId, now });
    },
    listFiatOrders: async (query, { signedIn }) => ok(await orders.page(filterOf(query, signedIn))),
    getFiatOrder: ({ id }, { signedIn }) => orders.find(signedIn.userId, Number(id)),
    cancelFiatOrder: (body, context) => orders.cancel(askedOf(body, context)),
    declareFiatPayment: (body, context) =>
      orders.declarePayment(askedOf(body, context), body.vouchers),
    async confirmFiatReceipt(body, context) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      return orders.confirmReceipt(askedOf(body, context), body.pay_password);
    },
    postponeFiatConfirmation: (body, context) => orders.postpone(askedOf(body, context)),
    markFiatOrderAbnormal: (body, context) =>
      orders.markAbnormal(askedOf(body, context), body.note),
    applyRightsProtection: (body, context) =>
      orders.applyRightsProtection(askedOf(body, context), body),
    withdrawRightsProtection: (body, context) =>
      orders.withdrawRightsProtection(askedOf(body, context)),
    listFiatMessages: ({ id, before, size }, { signedIn }) =>
      messages.page(signedIn.userId, Number(id), { before: numberOf(before), count: size }),
    sendFiatMessage: (body, { signedIn, now }) =>
      messages.send({
        orderId: Number(body.id),
        userId: signedIn.userId,
        clientId: body.client_id,
        content: body.content,
        picture: body.picture,
        now,
      }),
    readFiatMessages: (body, { signedIn }) =>
      messages.read(signedIn.userId, Number(body.id), Number(body.message_id)),
  };
}

const askedOf = (
  { id, revision }: { readonly id: string; readonly revision: number },
  { signedIn, requestId, now }: Context,
): Asked => ({ userId: signedIn.userId, orderId: Number(id), revision, requestId, now });

const filterOf = (
  { state, role, before, size }: RequestOf<'listFiatOrders'>,
  { userId }: SignedIn,
) => ({
  userId,
  states: state === 'open' ? OPEN_FIAT_ORDER_STATES : state && [state],
  role,
  before: numberOf(before),
  count: size,
});

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
