/** The order tickets of the page, one per market, which outlive their screens. */
import { createActor, type ActorRefFrom } from 'xstate';
import type { orderTicketMachine } from '../../../machines/app/spot/order-ticket.machine.ts';
import type { TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';
import { commandDepsOf } from '../core/forms/provide-command-outcome.ts';
import { keptUntilSignOut } from '../core/kept-until-sign-out.ts';
import type { Runtime } from '../core/runtime.ts';
import { provideOrderTicket } from './provide-order-ticket.ts';

export type OrderTicketActor = ActorRefFrom<typeof orderTicketMachine>;

/**
 * The tickets of the page, one per market, because a running order outlives the screen that sent
 * it.
 */
const ticketsOf = keptUntilSignOut<number, OrderTicketActor>();

/** Returns the ticket of a market, created with these fields on first use. */
export function orderTicketOf(
  runtime: Runtime,
  matchId: number,
  fields: Partial<TicketFields>,
): OrderTicketActor {
  const tickets = ticketsOf(runtime);
  const known = tickets.get(matchId);
  if (known !== undefined) return known;
  const machine = provideOrderTicket(commandDepsOf(runtime));
  const actor = createActor(machine, { input: fields }).start();
  tickets.set(matchId, actor);
  return actor;
}
