/** A chain under test with control of its network, the same for the development chain and EVM chains. */
import type { BlockRef, Chain } from '../../../server/areas/custody/custody.area.ts';
import { DevelopmentChain } from '../../../server/areas/custody/development/development-chain.ts';
import type { Database } from '../../../server/kit/db/database.ts';

/** Ids of currencies that every rig has: one is its own coin, the other a token if the chain has tokens. */
export const ETH = 3;
export const USDT = 1;
export const WHOLE = 10n ** 18n;

export interface ChainRig {
  readonly chain: Chain;
  /** An address of no user. */
  stranger(): string;
  /** Balance of an address, in units of the ledger. */
  balanceOf(address: string, currencyId: number): Promise<bigint>;
  /** Pays from outside and returns the hash; no block is mined automatically. */
  pay(address: string, currencyId: number, amount: bigint): Promise<string>;
  /** Mines pending transactions, then empty blocks, `count` in all. */
  mine(count?: number): Promise<BlockRef>;
  /**
   * Removes the newest `depth` blocks and mines one more than that. The first contains the removed
   * transactions of `pay`, except the hashes in `drop`.
   */
  reorganise(depth: number, drop?: readonly string[]): Promise<BlockRef>;
}

const CLOCK = { now: Date.now };

export async function openDevelopmentRig(database: Database): Promise<ChainRig> {
  const chain = new DevelopmentChain(database, CLOCK, () => {
    throw new Error('not in this test');
  });
  await chain.open();
  let payments = 0;
  let strangers = 0;
  return {
    chain,
    stranger: () => chain.addressFor(1_000_000 + strangers++),
    async balanceOf(address, currencyId) {
      const mined = (await chain.transactionsTo(address)).filter(
        (one) => one.blockNumber !== null && one.currencyId === currencyId,
      );
      return mined.reduce((sum, { amount }) => sum + amount, 0n);
    },
    pay: (address, currencyId, amount) =>
      chain.pay({ address, currencyId, amount, reference: String(payments++) }),
    mine: (count = 1) => chain.mine(count),
    reorganise: (depth, drop = []) => chain.reorganise({ depth, drop, later: [] }),
  };
}
