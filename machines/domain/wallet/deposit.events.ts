/** What happens to a deposit: only the chain brings anything about. */
import type { EventTable, Party } from '../party.ts';

/** person: whose address it pays. operator: who runs the exchange. chain: what the scanner reads. */
export const DEPOSIT_ROLES = ['person', 'operator', 'chain'] as const;
export type DepositRole = (typeof DEPOSIT_ROLES)[number];
type By = { readonly by: Party<DepositRole> };

export type DepositEvent =
  | ({
      readonly type: 'output.confirmed';
      readonly blockNumber: number;
      /** The block counted: at least 1. */
      readonly confirmations: number;
    } & By)
  | ({ readonly type: 'output.vanished' } & By);

/** The only role that may send each event, in whatever state. */
export const DEPOSIT_EVENTS = {
  'output.confirmed': { role: 'chain', description: 'A block has it, this many blocks deep.' },
  'output.vanished': { role: 'chain', description: 'No block has it any more.' },
} as const satisfies EventTable<DepositEvent['type'], DepositRole>;
