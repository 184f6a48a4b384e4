/** Property: after any events on a chain and any failures of its readers, the reports equal the chain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChainScanner } from '../../../server/areas/custody/chain-scanner.ts';
import { DevelopmentChain } from '../../../server/areas/custody/development/development-chain.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  ANN,
  giveAddress,
  standingPayments,
  writingListener,
  notingHealth,
} from '../../support/custody/chain-database.ts';
import { ETH } from '../../support/custody/chain-rig.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { useChainDatabase } from '../../support/custody/use-chain-database.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const chains = useChainDatabase();

type Step =
  | { readonly kind: 'pay' | 'read' | 'readTwice' | 'restart' | 'failNext' }
  | { readonly kind: 'mine'; readonly count: number }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly seed: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'pay' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('mine' as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 5 }),
      seed: fc.nat(),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: 'read' }, { kind: 'readTwice' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'restart' }, { kind: 'failNext' }) },
);

const TABLES = [
  'reported_blocks',
  'chain_blocks',
  'development_blocks',
  'development_transactions',
  'deposit_addresses',
];

class World {
  readonly chain = new DevelopmentChain(chains.database, { now: Date.now }, () => {
    throw new Error('not here');
  });
  #scanner = this.#newScanner();
  #isFailing = false;
  #payments = 0;
  #address = '';

  async begin(): Promise<void> {
    for (const table of TABLES)
      await chains.database.$client.query(withoutTriggers(table, `delete from ${table}`));
    await this.chain.open();
    this.#address = await giveAddress(chains.database, this.chain, ANN, ETH);
    await this.#scanner.start();
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'pay': {
        const number = this.#payments++;
        const amount = BigInt(number + 1);
        const payment = { address: this.#address, currencyId: ETH, amount };
        await this.chain.pay({ ...payment, reference: String(number) });
        return;
      }
      case 'mine':
        await this.chain.mine(next.count);
        return;
      case 'reorganise':
        return this.#reorganise(next.depth, next.seed);
      case 'read':
        return this.#scanner.catchUp();
      case 'readTwice':
        await Promise.all([this.#scanner.catchUp(), this.#scanner.catchUp()]);
        return;
      case 'restart':
        await this.#scanner.stop();
        this.#scanner = this.#newScanner();
        return this.#scanner.start();
      case 'failNext':
        this.#isFailing = true;
    }
  }

  /** Amounts are distinct, because they identify the payments. */
  async reported(): Promise<readonly bigint[]> {
    this.#isFailing = false;
    await this.#scanner.catchUp();
    await this.#scanner.stop();
    return (await standingPayments(chains.database))
      .map(({ amount }) => amount)
      .toSorted(ascending);
  }

  async onChain(): Promise<readonly bigint[]> {
    const all = await this.chain.transactionsTo(this.#address);
    const mined = all.filter(({ blockNumber }) => blockNumber !== null);
    return mined.map(({ amount }) => amount).toSorted(ascending);
  }

  /** The seed decides which transactions are dropped, delayed or kept. */
  async #reorganise(depth: number, seed: number): Promise<void> {
    const { number: head } = await this.chain.head();
    if (depth > head) return;
    const all = await this.chain.transactionsTo(this.#address);
    const fateOf = (place: number) => (seed >> (place % 24)) % 3;
    await this.chain.reorganise({
      depth,
      drop: all.filter((_, place) => fateOf(place) === 0).map(({ hash }) => hash),
      later: all.filter((_, place) => fateOf(place) === 1).map(({ hash }) => hash),
    });
  }

  #newScanner(): ChainScanner {
    const listener = writingListener(() => {
      if (!this.#isFailing) return;
      this.#isFailing = false;
      throw new Error('fails once');
    });
    const log = createLog('silent');
    const jobs = silentJobs();
    return new ChainScanner({
      chain: this.chain,
      database: chains.database,
      listener,
      log,
      jobs,
      health: notingHealth(),
    });
  }
}

const ascending = (a: bigint, b: bigint) => Number(a - b);

test('active payments are those of the chain, each once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const world = new World();
      await world.begin();
      for (const next of steps) await world.take(next);

      expect(await world.reported()).toEqual(await world.onChain());
    }),
    { numRuns: 15 },
  );
});
