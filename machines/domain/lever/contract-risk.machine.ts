/**
 * How near a contract account is to its stop-out. The core decides by its own code, and tests compare its warnings
 * with this machine. The risk meter of the app runs it.
 */
import { assign, setup } from 'xstate';
import { isAtOrBelow, RISK_PERCENT } from '../../../contract/figures/lever-account.ts';

const { warning, danger, stopOut, rearm } = RISK_PERCENT;

interface ContractRiskContext {
  /** Units at the last measurement. */
  readonly equity: string;
  readonly margin: string;
}

export type ContractRiskEvent =
  | {
      readonly type: 'ratio.measured';
      /** Units. */
      readonly equity: string;
      readonly margin: string;
      /** The owner has just changed the account, and gets no warning of a visible change. */
      readonly isOwnDoing: boolean;
    }
  | { readonly type: 'positions.gone' }
  | { readonly type: 'prices.frozen' }
  | { readonly type: 'prices.live' };

const isWithin = (event: ContractRiskEvent, percent: number): boolean =>
  event.type === 'ratio.measured' &&
  isAtOrBelow(BigInt(event.equity), BigInt(event.margin), percent);
const isQuiet = (event: ContractRiskEvent): boolean =>
  event.type === 'ratio.measured' && event.isOwnDoing;

const STOP_OUT = {
  description: 'Equity is at half of the margin or below it.',
  guard: 'isOut',
  target: '#contractRisk.stoppingOut',
  actions: ['record', 'stopOut'],
} as const;

const TO_DANGER = [
  {
    description: 'The ratio fell to 70 % or below.',
    guard: 'isDanger',
    target: '#contractRisk.danger',
    actions: ['record', 'warnOwner'],
  },
  {
    description: 'The owner has lowered the ratio to 70 % or below.',
    guard: 'isOwnDanger',
    target: '#contractRisk.danger',
    actions: 'record',
  },
] as const;
const TO_ATTENTION = [
  {
    description: 'The ratio fell to 100 % or below.',
    guard: 'isAttention',
    target: '#contractRisk.attention',
    actions: ['record', 'warnOwner'],
  },
  {
    description: 'The owner has lowered the ratio to 100 % or below.',
    guard: 'isOwnAttention',
    target: '#contractRisk.attention',
    actions: 'record',
  },
] as const;

export const contractRiskMachine = setup({
  types: {
    context: {} as ContractRiskContext,
    events: {} as ContractRiskEvent,
  },
  guards: {
    isOut: ({ event }) => isWithin(event, stopOut),
    isDanger: ({ event }) => isWithin(event, danger) && !isQuiet(event),
    isOwnDanger: ({ event }) => isWithin(event, danger),
    isAttention: ({ event }) => isWithin(event, warning) && !isQuiet(event),
    isOwnAttention: ({ event }) => isWithin(event, warning),
    staysDanger: ({ event }) => isWithin(event, danger + rearm),
    staysAttention: ({ event }) => isWithin(event, warning + rearm),
  },
  actions: {
    /** A notice to the owner, once for each crossing downwards. */
    warnOwner: () => {},
    /** All positions with a live mark are closed. */
    stopOut: () => {},
    record: assign(({ event }) =>
      event.type === 'ratio.measured' ? { equity: event.equity, margin: event.margin } : {},
    ),
    clear: assign({ equity: '0', margin: '0' }),
  },
}).createMachine({
  id: 'contractRisk',
  version: '1',
  description: 'The risk of a contract account, by its ratio of equity to margin.',
  context: { equity: '0', margin: '0' },
  initial: 'flat',
  on: {
    'positions.gone': {
      description: 'No position with a live mark is open.',
      target: '.flat',
      actions: 'clear',
    },
  },
  states: {
    flat: {
      description: 'No position is open, so there is no ratio.',
      on: {
        'ratio.measured': [
          STOP_OUT,
          ...TO_DANGER,
          ...TO_ATTENTION,
          { description: 'A position is open.', target: 'calm', actions: 'record' },
        ],
      },
    },
    calm: {
      description: 'Equity covers the whole margin.',
      on: {
        'ratio.measured': [
          STOP_OUT,
          ...TO_DANGER,
          ...TO_ATTENTION,
          { description: 'The ratio is above 100 %.', actions: 'record' },
        ],
        'prices.frozen': {
          description: 'A price is missing without which nothing is closed.',
          target: 'waitingCalm',
        },
      },
    },
    attention: {
      description: 'Equity does not cover the whole margin.',
      on: {
        'ratio.measured': [
          STOP_OUT,
          ...TO_DANGER,
          {
            description: 'The ratio is not yet above 105 %.',
            guard: 'staysAttention',
            actions: 'record',
          },
          { description: 'The ratio is above 105 %.', target: 'calm', actions: 'record' },
        ],
        'prices.frozen': {
          description: 'A price is missing without which nothing is closed.',
          target: 'waitingAttention',
        },
      },
    },
    danger: {
      description: 'The account is near its stop-out.',
      on: {
        'ratio.measured': [
          STOP_OUT,
          {
            description: 'The ratio is not yet above 75 %.',
            guard: 'staysDanger',
            actions: 'record',
          },
          {
            description: 'The ratio is above 75 %, but not above 105 %.',
            guard: 'staysAttention',
            target: 'attention',
            actions: 'record',
          },
          { description: 'The ratio is above 105 %.', target: 'calm', actions: 'record' },
        ],
        'prices.frozen': {
          description: 'A price is missing without which nothing is closed.',
          target: 'waitingDanger',
        },
      },
    },
    waitingCalm: {
      description: 'A price is missing. The ratio was above 100 % before, and nothing is closed.',
      on: {
        'prices.live': { description: 'All prices are known.', target: 'calm' },
      },
    },
    waitingAttention: {
      description: 'A price is missing. The owner was warned before, and nothing is closed.',
      on: {
        'prices.live': { description: 'All prices are known.', target: 'attention' },
      },
    },
    waitingDanger: {
      description: 'A price is missing near the stop-out, and nothing is closed.',
      on: {
        'prices.live': { description: 'All prices are known.', target: 'danger' },
      },
    },
    stoppingOut: {
      description: 'All positions with a live mark are being closed.',
    },
  },
});
