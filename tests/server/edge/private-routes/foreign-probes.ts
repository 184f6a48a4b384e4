/** A stranger's requests that name records of other users, for tables of private calls. */
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import type { AccessCase, Fields, ForeignProbe } from './access-table.ts';
import type { World } from './world.ts';

/** An id and a ticket that do not exist. */
export const UNKNOWN_ID = '999999999';
export const UNKNOWN_TICKET = 'x'.repeat(43);

/** A request with the owner's id in `field`, and the same with an id that does not exist. */
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

/** A call that redeems a ticket in `field`. */
export const ticketProbe = ({ usedTicket }: World, field: string, rest: Fields): ForeignProbe =>
  byField('picture_ticket_invalid', field, usedTicket, UNKNOWN_TICKET, rest);
