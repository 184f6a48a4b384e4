/** A chain under test with a hand on its network, the same for the development chain and EVM chains. */
import type { BlockRef, Chain } from '../../server/areas/custody/custody.area.ts';
import { DevelopmentChain } from '../../server/areas/custody/development/development-chain.ts';
import type { Database } from '../../server/kit/db/database.ts';

/** Ids of currencies that every rig has: one its own coin, the other a token where there are tokens. */
export const ETH = 3;
export const USDT = 1;
export const WHOLE = 10n ** 18n;

export interface ChainRig {
  readonly chain: Chain;
  /** An address of nobody. */
  stranger(): string;
  /** What an address holds, in units of the ledger. */
  balanceOf(address: string, currencyId: number): Promise<bigint>;
  /** Sends from outside and answers the hash; nothing is mined by itself. */
  pay(address: string, currencyId: number, amount: bigint): Promise<string>;
  /** Mines what waits, then empty blocks, `count` in all. */
  mine(count?: number): Promise<BlockRef>;
  /**
   * Takes out the newest `depth` blocks and mines one more than that. What `pay` had sent in them is
   * mined again in the first; what is in `drop` by its hash is forgotten.
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
