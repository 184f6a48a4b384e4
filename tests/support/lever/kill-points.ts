/** Acts on contracts at which a server is killed. Each is repeated after the restart, as a user repeats it. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { AccountOwner } from '../../../server/ledger/account-owners.ts';
import { newKey } from '../idempotency-key.ts';
import type { TestServer } from '../servers/test-server.ts';
import { transfer } from '../users/transfers.ts';
import type { ContractMarket, ContractUser } from './contract-users.ts';
import { orderOf } from './contract-users.ts';

export interface KillWorld {
  readonly server: TestServer;
  readonly btc: ContractMarket;
  /** The price that the market has by itself, so that a restart changes nothing. */
  readonly quiet: number;
}

export interface Prepared {
  /** Sends the command, or sends it again under the same key. */
  act(): Promise<unknown>;
  /** Stored state of an act that is not of the user alone, and its state at the end. */
  readonly outcome?: { readonly wanted: string; state(): Promise<string> };
}

export interface KillPoint {
  /** The owner of accounts whose commit is held; the writer of contracts by default. */
  readonly owner?: AccountOwner;
  /** True for a first leg: the transfer needs a second commit. */
  readonly isHalf?: boolean;
  /** The part of the quiet price that ends the order; the act is then the same for all users. */
  readonly part?: number;
  /** True if it names its outcome; otherwise what is stored of the user must be that of an undisturbed one. */
  readonly namesOutcome?: boolean;
  prepare(user: ContractUser, world: KillWorld): Promise<Prepared>;
}

const { spot, contract, fiat, fast_contract: fastContract } = ACCOUNT_TYPES;

/** Marks do the act. */
export const nothing = async (): Promise<void> => undefined;

export const priceAt = ({ quiet }: Pick<KillWorld, 'quiet'>, part: number): string =>
  String(Math.round(quiet * part));

/** Opens a position with targets, and then does something to it. */
const onPosition =
  (act: (user: ContractUser, id: string) => Promise<unknown>): KillPoint['prepare'] =>
  async (user, world) => {
    const { id } = await user.place(world.btc, targetsOf(world));
    return { act: () => act(user, id) };
  };

/** Places a limit order far from the mark, and then does something to it. */
const onLimit =
  (part: number, act: (user: ContractUser, id: string) => Promise<unknown>): KillPoint['prepare'] =>
  async (user, world) => {
    const { id } = await user.place(world.btc, { type: 'limit', price: priceAt(world, part) });
    return { act: () => act(user, id) };
  };

const targetsOf = (world: KillWorld) => ({
  take_profit: priceAt(world, 1.01),
  stop_loss: priceAt(world, 0.99),
});

const moving =
  (from: number, to: number): KillPoint['prepare'] =>
  async (user, { server }) => {
    if (from !== contract) await user.move(contract, from, '100');
    const key = newKey();
    return { act: () => transfer(server, user, { from, to, amount: '100' }, key) };
  };

const placing =
  (fields: (world: KillWorld) => Parameters<typeof orderOf>[1]): KillPoint['prepare'] =>
  async (user, world) => {
    const [key, order] = [newKey(), orderOf(world.btc.id, fields(world))];
    return { act: () => user.call('placeLeverOrder', order, key) };
  };

export const COMMAND_POINTS: Readonly<Record<string, KillPoint>> = {
  'a market order': { prepare: placing(targetsOf) },
  'a limit order': { prepare: placing((world) => ({ type: 'limit', price: priceAt(world, 0.9) })) },
  'an amendment': {
    prepare: async (user, world) => {
      const { id, revision } = await user.place(world.btc, targetsOf(world));
      const targets = { take_profit: priceAt(world, 1.05), stop_loss: priceAt(world, 0.9) };
      const amendment = { id, revision: String(revision), ...targets };
      return { act: () => user.call('amendLeverTargets', amendment) };
    },
  },
  'a cancellation': { prepare: onLimit(0.9, (user, id) => user.call('cancelLeverOrder', { id })) },
  'a close': { prepare: onPosition((user, id) => user.call('closeLeverPosition', { id })) },
  'a close of all': {
    prepare: async (user, { btc }) => {
      await user.place(btc);
      await user.place(btc, { direction: 'short' });
      return { act: () => user.call('closeAllLeverPositions', { direction: 'all' }) };
    },
  },
  'the second leg of a transfer from spot': { prepare: moving(spot, contract) },
  'the second leg of a transfer from fiat': { prepare: moving(fiat, contract) },
  'a transfer to fiat': { prepare: moving(contract, fiat) },
  'a transfer to fast contracts': { prepare: moving(contract, fastContract) },
  'a transfer from fast contracts': { prepare: moving(fastContract, contract) },
  'the second leg of a transfer from spot to fast contracts': {
    prepare: moving(spot, fastContract),
  },
  'the second leg of a transfer from fiat to fast contracts': {
    prepare: moving(fiat, fastContract),
  },
  'a transfer from fast contracts to fiat': { prepare: moving(fastContract, fiat) },
};

/** Each alone: another commit must follow, or another owner commits. */
export const LEG_POINTS: Readonly<Record<string, KillPoint>> = {
  'the first leg of a transfer to spot': { isHalf: true, prepare: moving(contract, spot) },
  'the second leg of a transfer to spot': { owner: 'spot', prepare: moving(contract, spot) },
  'the first leg of a transfer from spot': {
    owner: 'spot',
    isHalf: true,
    prepare: moving(spot, contract),
  },
  'the first leg of a transfer from fast contracts to spot': {
    isHalf: true,
    prepare: moving(fastContract, spot),
  },
  'the second leg of a transfer from fast contracts to spot': {
    owner: 'spot',
    prepare: moving(fastContract, spot),
  },
  'the first leg of a transfer from spot to fast contracts': {
    owner: 'spot',
    isHalf: true,
    prepare: moving(spot, fastContract),
  },
  'the first leg of a transfer from fiat': {
    owner: 'rows',
    isHalf: true,
    prepare: moving(fiat, contract),
  },
  'the first leg of a transfer from fiat to fast contracts': {
    owner: 'rows',
    isHalf: true,
    prepare: moving(fiat, fastContract),
  },
};

const FALL = 0.985;

export const FALL_POINTS: Readonly<Record<string, KillPoint>> = {
  'a stop-loss': { part: FALL, prepare: onPosition(nothing) },
  'the opening of a limit order': { part: FALL, prepare: onLimit(0.99, nothing) },
  'a stop-out with a pending order': {
    part: FALL,
    prepare: async (user, world) => {
      // The fall takes more than half of the margin of this position.
      const lots = String(Math.floor(97_000 / (world.quiet * 0.001)));
      await user.place(world.btc, { lots, multiple: '50' });
      return onLimit(0.9, nothing)(user, world);
    },
  },
};

export const RISE_POINTS: Readonly<Record<string, KillPoint>> = {
  'a take-profit': { part: 1.015, prepare: onPosition(nothing) },
};
