import { fromPromise } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { Order } from '../../../contract/schemas/spot.ts';
import { orderTicketMachine } from '../../../machines/app/order-ticket.machine.ts';
import type { TicketIntent } from '../../../machines/app/order-ticket.types.ts';
import type { CallAnswer } from '../../../machines/app/problem.ts';
import { callAnswer } from '../api/call-answer.ts';
import { BESIDE, type FormDeps } from './form-deps.ts';

/** The order ticket with its call. Every try of an intent carries the intent's key. */
export const provideOrderTicket = ({ api }: Pick<FormDeps, 'api'>) =>
  orderTicketMachine.provide({
    actors: {
      place: fromPromise<CallAnswer<Order>, { intent: TicketIntent | null }>(({ input }) => {
        const { key, order } = ensure(input.intent, 'the intent of a submitted ticket');
        return callAnswer(
          api.call(
            'placeOrder',
            {
              currency_match_id: String(order.matchId),
              side: order.side,
              type: order.kind,
              ...(order.price !== null && { price: order.price }),
              ...(order.quantity !== null && { quantity: order.quantity }),
              ...(order.amount !== null && { amount: order.amount }),
            },
            { ...BESIDE, idempotencyKey: key },
          ),
        );
      }),
    },
  });
