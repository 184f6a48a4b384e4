/** Contract orders as a kind of record. */
import { openingCostOf } from '../../../contract/figures/lever-order.ts';
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import type { ContractOrderContext } from './contract-order.context.ts';
import { CONTRACT_ORDER_EVENTS, CONTRACT_ORDER_ROLES } from './contract-order.events.ts';
import { contractOrderMachine } from './contract-order.machine.ts';

export const contractOrderKind = defineKind(
  'contract-order',
  contractOrderMachine,
)({
  bookkeeping: [
    'countRevision',
    'clearReserve',
    'recordOpening',
    'recordTargets',
    'recordTrigger',
    'recordClose',
    'clearClose',
    'recordEnd',
    'recordLapse',
    'recordSettlement',
  ],
  roles: CONTRACT_ORDER_ROLES,
  events: CONTRACT_ORDER_EVENTS,
  probes: (context) => ({
    'order.opened': [openingOf(context)],
    'targets.amend': [
      {
        type: 'targets.amend',
        takeProfitTicks: null,
        stopLossTicks: null,
        markTicks: null,
        revision: context.revision,
      },
    ],
    'order.cancel': [{ type: 'order.cancel' }],
    'order.dismiss': [{ type: 'order.dismiss' }],
    'order.lapse': [{ type: 'order.lapse', reason: 'insufficient_margin' }],
    'close.order': [{ type: 'close.order' }],
    'close.trigger': [
      // An account without equity is stopped out at any mark.
      { type: 'close.trigger', reason: 'stop_out', markTicks: 1, equity: '0', accountMargin: '1' },
    ],
    'close.demand': [{ type: 'close.demand' }],
    'close.withdraw': [{ type: 'close.withdraw' }],
    'position.settled': [settlementOf(context)],
  }),
  person: ({ ownerId }, role) => (role === 'owner' ? ownerId : NOBODY_ID),
});

/** The opening at the limit or the worst price; of a market order without one, at the lowest price. */
function openingOf(context: ContractOrderContext) {
  const ticks = context.limitTicks ?? context.worstTicks ?? 1;
  const terms = { ...context, tickLotUnits: BigInt(context.tickLotUnits) };
  const { margin, fee } = openingCostOf(terms, ticks);
  const cost = { margin: String(margin), fee: String(fee) };
  return { type: 'order.opened', ticks, atMs: 0, ...cost } as const;
}

/** The close at the entry price before the first night. */
const settlementOf = ({ openTicks, openedAtMs }: ContractOrderContext) =>
  ({
    type: 'position.settled',
    ticks: openTicks ?? 1,
    profit: '0',
    nights: '0',
    atMs: openedAtMs ?? 0,
  }) as const;
