/** Payments of blocks for deposits that are compared together, so that each block is read once for all of them. */
import type { Block, BlockRef, Chain, Payment } from '../custody/custody.area.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

type Addressed = Pick<DepositRow, 'address'>;

export class BlockPayments {
  readonly #addresses: ReadonlySet<string>;
  readonly #present = new Map<string, Promise<Block | null>>();
  readonly #payments = new Map<string, Promise<readonly Payment[]>>();

  /** @param deposits whose blocks are read. */
  constructor(deposits: readonly Addressed[]) {
    this.#addresses = new Set(deposits.map(({ address }) => address));
  }

  /** Returns the present block of this number; null when there is none. @throws ChainUnavailableError */
  present(chain: Chain, number: number): Promise<Block | null> {
    return once(this.#present, `${chain.name} ${number}`, () => chain.block(number));
  }

  /**
   * Returns the payments of exactly this block to the addresses of the deposits.
   * @throws ChainUnavailableError also for each later deposit of a block that was not read.
   */
  of(chain: Chain, block: BlockRef): Promise<readonly Payment[]> {
    return once(this.#payments, `${chain.name} ${block.number} ${block.hash}`, () =>
      chain.payments(
        block,
        async (addresses) => new Set(addresses.filter((one) => this.#addresses.has(one))),
      ),
    );
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}
