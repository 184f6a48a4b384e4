/** Events of a deposit, all of them sent by the chain. */
import type { EventTable, Party } from '../party.ts';

/** person: the owner of the address. operator: an operator of the exchange. chain: the scanner. */
export const DEPOSIT_ROLES = ['person', 'operator', 'chain'] as const;
export type DepositRole = (typeof DEPOSIT_ROLES)[number];
type By = { readonly by: Party<DepositRole> };

export type DepositEvent =
  | ({
      readonly type: 'output.confirmed';
      readonly blockNumber: number;
      /** Its own block included: at least 1. */
      readonly confirmations: number;
      /** Its credit would exceed a cap on unsettled credit: it is credited when it is final. */
      readonly isOverCap?: true;
    } & By)
  | ({ readonly type: 'output.vanished' } & By);

/** The only role that may send each event, in any state. */
export const DEPOSIT_EVENTS = {
  'output.confirmed': {
    role: 'chain',
    description: 'A block contains the transaction, at this depth.',
  },
  'output.vanished': { role: 'chain', description: 'No block contains the transaction any more.' },
} as const satisfies EventTable<DepositEvent['type'], DepositRole>;
