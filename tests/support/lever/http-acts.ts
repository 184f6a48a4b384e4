/** Acts that meet on contract accounts over HTTP, and the refusals that the other act of a meeting may cause. */
import { assert } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { TestOperator } from '../operator/operators.ts';
import type { ContractMarket, ContractUser } from './contract-users.ts';
import { orderOf } from './contract-users.ts';

/** Records of one user when two acts meet. */
export interface ContractScene {
  readonly user: ContractUser;
  /** A position with both targets, and one without, which a stop-out takes. */
  readonly targeted: LeverOrderInfo;
  readonly untargeted: LeverOrderInfo;
  readonly limit: LeverOrderInfo;
  /** A position in the other market, which waits to be closed. */
  readonly waiting: LeverOrderInfo;
  /** Takes the id of an order that an act has placed. */
  note(id: string): void;
}

/** Common records of all users of a meeting. */
export interface ContractWorld {
  readonly btc: ContractMarket;
  readonly eth: ContractMarket;
  readonly operator: TestOperator;
}

/** An act of each user. */
interface UserAct {
  readonly refusals: readonly ErrorName[];
  act(scene: ContractScene, world: ContractWorld): Promise<ErrorName | undefined>;
}

/** An act on a market, which happens once for all users. */
interface MarketAct {
  /** The price of BTC after the act, if it changes it. */
  readonly price?: string;
  act(world: ContractWorld): Promise<unknown>;
}

export const QUIET = { btc: '97250', eth: '3420' } as const;
export const TARGETS = { take_profit: '98000', stop_loss: '96200' } as const;
export const LIMIT_PRICE = '96800';
const MISSED = ['contract_order_not_open'] as const;

const priced = (price: string): MarketAct => ({ price, act: ({ btc }) => btc.say(price) });

/** Sets the status of BTC, as an operator does. */
export const setStatus = (
  { btc, operator }: Pick<ContractWorld, 'btc' | 'operator'>,
  status: 'trading' | 'close_only',
) => operator.ask('setLeverMarketStatus', { id: btc.id, status, reason: 'as the test says' });

/** A market that the other act has set to close only already is left as it is. */
async function closeOnly({ btc, operator }: ContractWorld): Promise<void> {
  const reason = 'as the test says';
  const set = await operator.call('setLeverMarketStatus', {
    id: btc.id,
    status: 'close_only',
    reason,
  });
  assert(!('error' in set) || set.error === 'not_changed', 'the market trades close only');
}

export const MARKET_ACTS: Readonly<Record<string, MarketAct>> = {
  'take-profit': priced('98500'),
  'stop-loss': priced('96000'),
  'limit trigger': priced('96500'),
  'stop-out': priced('90000'),
  agreement: { act: ({ eth }) => eth.say(QUIET.eth) },
  'close only': { act: closeOnly },
};

export const USER_ACTS: Readonly<Record<string, UserAct>> = {
  close: {
    refusals: MISSED,
    act: ({ user, targeted: { id } }) => user.refusal('closeLeverPosition', { id }),
  },
  'close all': {
    refusals: [],
    act: ({ user }) => user.refusal('closeAllLeverPositions', { direction: 'all' }),
  },
  amend: {
    refusals: [...MISSED, 'contract_order_changed'],
    act: ({ user, targeted: { id, revision } }) =>
      user.refusal('amendLeverTargets', {
        id,
        revision: String(revision),
        take_profit: '98400',
        stop_loss: '95000',
      }),
  },
  'withdraw close': {
    refusals: MISSED,
    act: ({ user, waiting: { id } }) => user.refusal('withdrawLeverClose', { id }),
  },
  // Most of the usable balance, so that a transfer and an opening do not both get it.
  'transfer out': {
    refusals: ['margin_in_use', 'insufficient_balance'],
    act: ({ user }) => user.takeOut('700'),
  },
  open: {
    refusals: ['contracts_close_only', 'insufficient_margin', 'mark_unavailable'],
    act: async ({ user, note }, { btc }) => {
      const placed = await user.call('placeLeverOrder', orderOf(btc.id));
      if (placed.data !== null) note(placed.data.id);
      return 'error' in placed ? placed.error : undefined;
    },
  },
  cancel: {
    refusals: MISSED,
    act: ({ user, limit: { id } }) => user.refusal('cancelLeverOrder', { id }),
  },
  'cancel all': { refusals: [], act: ({ user }) => user.refusal('cancelAllLeverOrders', {}) },
};

export const HTTP_ACTS: readonly string[] = [
  ...Object.keys(USER_ACTS),
  ...Object.keys(MARKET_ACTS),
];
