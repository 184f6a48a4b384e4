/** A wallet rig for the tests of a file, and what they often read and do with withdrawals. */
import { afterAll, beforeAll } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { startScratchDatabase, type ScratchDatabase } from '../databases/scratch-database.ts';
import { COIN } from '../spot/spot-exchange.ts';
import type { ScriptedChain } from '../custody/scripted-chain.ts';
import { CURRENCIES, EQUIVALENTS, RULES, WalletRig } from './wallet-rig.ts';

class WalletTest {
  #rig: WalletRig | undefined;
  #address: DatabaseAddress | undefined;

  get rig(): WalletRig {
    return ensure(this.#rig, 'a rig while the tests run');
  }

  /** Address of its database, for connections of the test. */
  get address(): DatabaseAddress {
    return ensure(this.#address, 'an address while the tests run');
  }

  async open(scratch: ScratchDatabase, purchaseHoldMs: number): Promise<void> {
    this.#address = await scratch.copy();
    this.#rig = await WalletRig.open(this.#address, RULES, purchaseHoldMs);
  }

  /** Values of the rig that the gate of withdrawals reads. */
  readonly gateParts = () => ({
    database: this.rig.database,
    spotView: this.rig.exchange,
    currencies: CURRENCIES,
    equivalents: EQUIVALENTS,
    contracts: this.rig.lever.contracts,
    purchaseHoldMs: 0,
  });

  readonly rowOf = async (id: number) =>
    ensure(await findWithdrawal(this.rig.database, id), `withdrawal ${id}`);

  readonly phaseOf = async (id: number) => (await this.rowOf(id)).phase;

  /** Whether operators see it among the withdrawals that need a look. */
  readonly isListed = async (id: number): Promise<boolean> =>
    (await this.rig.review.listDamaged()).some(({ row }) => row.id === id);

  /** Resolves when the server has done what the next block of the chain allows. */
  readonly nextBlock = async (chain: ScriptedChain): Promise<void> => {
    chain.headNumber += 1;
    await this.rig.broadcasts.headMoved(chain.name, await chain.head());
    await this.rig.broadcasts.idle();
  };

  /** Requests a withdrawal that is approved automatically; its chain can sign it from the next block on. */
  readonly approved = async (
    chain: ScriptedChain,
    userId: number,
    amount = 20n * COIN,
  ): Promise<number> => {
    chain.hindrance = 'short_of_funds';
    const id = await this.rig.withdraw(userId, chain.name, amount);
    await this.rig.broadcasts.idle();
    chain.hindrance = null;
    return ensure(id ?? undefined, 'an approved withdrawal');
  };

  readonly decisionOn = (id: number) => ({
    withdrawalId: id,
    operatorId: 1,
    now: this.rig.now,
    alsoWrite: () => Promise.resolve(),
  });
}

/**
 * Call it at the top of a file; the rig is open while its tests run.
 * @param purchaseHoldMs how long bought coins cannot be withdrawn
 */
export function useWalletRig(purchaseHoldMs = 0): WalletTest {
  const wallet = new WalletTest();
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await wallet.open(scratch, purchaseHoldMs);
  });
  afterAll(async () => {
    await wallet.rig.close();
    await scratch.stop();
  });
  return wallet;
}
