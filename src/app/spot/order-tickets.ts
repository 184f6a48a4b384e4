import { createActor, type ActorRefFrom } from 'xstate';
import type { orderTicketMachine } from '../../../machines/app/spot/order-ticket.machine.ts';
import type { TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';
import type { Runtime } from '../core/runtime.ts';
import { commandDepsOf } from '../core/forms/provide-command-outcome.ts';
import { provideOrderTicket } from './provide-order-ticket.ts';

export type OrderTicketActor = ActorRefFrom<typeof orderTicketMachine>;

/** The tickets of the page, one a market: an order on its way outlives the screen that sent it. */
interface OrderTickets {
  of(matchId: number, fields: Partial<TicketFields>): OrderTicketActor;
}

const created = new WeakMap<Runtime, OrderTickets>();

/** The ticket of a market, made with these fields when it is first asked for. */
export function orderTicketOf(
  runtime: Runtime,
  matchId: number,
  fields: Partial<TicketFields>,
): OrderTicketActor {
  let tickets = created.get(runtime);
  if (tickets === undefined) {
    tickets = createOrderTickets(runtime);
    created.set(runtime, tickets);
  }
  return tickets.of(matchId, fields);
}

function createOrderTickets(runtime: Runtime): OrderTickets {
  const machine = provideOrderTicket(commandDepsOf(runtime));
  const actors = new Map<number, OrderTicketActor>();

  // Nothing of a person who signed out is left to the next one.
  runtime.session.on('login.requested', () => {
    for (const actor of actors.values()) actor.stop();
    actors.clear();
  });

  return {
    of(matchId, fields) {
      const known = actors.get(matchId);
      if (known !== undefined) return known;
      const actor = createActor(machine, { input: fields }).start();
      actors.set(matchId, actor);
      return actor;
    },
  };
}
