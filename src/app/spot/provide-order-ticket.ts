/** Provides the order ticket machine with its calls. */
import { fromPromise } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { orderTicketMachine } from '../../../machines/app/spot/order-ticket.machine.ts';
import type { TicketIntent } from '../../../machines/app/spot/order-ticket.types.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { INLINE } from '../core/forms/form-deps.ts';
import { provideCommandOutcome, type CommandDeps } from '../core/forms/provide-command-outcome.ts';

/** Provides the order ticket machine with its calls. */
export const provideOrderTicket = (deps: CommandDeps) =>
  orderTicketMachine.provide({
    actors: {
      place: fromPromise<CallAnswer<Order>, { intent: TicketIntent | null }>(({ input }) => {
        const { order, key, expiresAt } = ensure(input.intent, 'the intent of a submitted ticket');
        return callAnswer(
          deps.api.call(
            'placeOrder',
            {
              currency_match_id: String(order.matchId),
              side: order.side,
              type: order.kind,
              ...(order.price !== null && { price: order.price }),
              ...(order.quantity !== null && { quantity: order.quantity }),
              ...(order.amount !== null && { amount: order.amount }),
            },
            { ...INLINE, command: { key, expiresAt } },
          ),
        );
      }),
      findOutcome: provideCommandOutcome<Order>(
        ENDPOINTS.placeOrder.path,
        (id, api, options) => api.call('getOrder', { id }, options),
        deps,
      ),
    },
  });
