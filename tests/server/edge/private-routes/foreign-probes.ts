/** How strangers name records of others, for tables of private calls. */
import type { ErrorName } from '../../../../contract/errors/catalogue.ts';
import type { AccessCase, Fields, ForeignProbe } from './access-table.ts';
import type { World } from './world.ts';

/** Of nothing. */
export const UNKNOWN_ID = '999999999';
export const UNKNOWN_TICKET = 'x'.repeat(43);

/** A request with the owner's id in `field`, and with an id of nothing. */
export const byField = (
  error: ErrorName,
  field: string,
  foreign: string,
  unknown: string,
  rest: Fields = {},
): ForeignProbe => ({
  error,
  foreign: { ...rest, [field]: foreign },
  unknown: { ...rest, [field]: unknown },
});

/** A call that names one record by `id`. */
export const naming = (
  error: ErrorName,
  idOf: (world: World) => string,
  rest: Fields = {},
): AccessCase<World> => ({
  request: { ...rest, id: UNKNOWN_ID },
  probes: (world) => [byField(error, 'id', idOf(world), UNKNOWN_ID, rest)],
});

/** A call that uses up a ticket in `field`. */
export const ticketProbe = ({ usedTicket }: World, field: string, rest: Fields): ForeignProbe =>
  byField('picture_ticket_invalid', field, usedTicket, UNKNOWN_TICKET, rest);
