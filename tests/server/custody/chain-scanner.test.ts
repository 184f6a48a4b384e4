/** The scanner over real chains: its reports to the listener, after any event on the chain or failure of its own. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ChainScanner } from '../../../server/areas/custody/chain-scanner.ts';
import type { Chain, ChainListener } from '../../../server/areas/custody/chain.types.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/chain-unavailable-error.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  ANN,
  BOB,
  giveAddress,
  openChainDatabase,
  standingPayments,
  reportedBlocks,
  writingListener,
  notingHealth,
} from '../../support/custody/chain-database.ts';
import { ETH, openDevelopmentRig, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import type { ChainRig } from '../../support/custody/chain-rig.ts';
import { startEvmNode } from '../../support/custody/evm-node.ts';
import type { EvmNode } from '../../support/custody/evm-node.ts';
import { openEvmRig } from '../../support/custody/evm-rig.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

let scratch: ScratchDatabase;
let node: EvmNode;
beforeAll(async () => {
  [scratch, node] = await Promise.all([startScratchDatabase(), startEvmNode()]);
});
afterAll(async () => {
  await Promise.all([scratch.stop(), node.stop()]);
});

const RIGS = {
  'the development chain': (database: Database) => openDevelopmentRig(database),
  'an EVM chain': () => openEvmRig(node.url),
};
const log = createLog('silent');
/** Number of hashes that the scanner keeps. */
const KEPT = 128;

describe.each(Object.entries(RIGS))('on %s', (_name, open) => {
  let database: Database;
  let rig: ChainRig;
  const scanners: ChainScanner[] = [];
  beforeEach(async () => {
    database = await openChainDatabase(await scratch.copy());
    rig = await open(database);
  });
  afterEach(async () => {
    await Promise.all(scanners.splice(0).map((scanner) => scanner.stop()));
    await database.$client.end();
  });

  /** A scanner that has read all blocks. */
  async function scan(
    listener: ChainListener = writingListener(),
    chain: Chain = rig.chain,
    health = notingHealth(),
  ): Promise<ChainScanner> {
    const scanner = new ChainScanner({
      chain,
      database,
      listener,
      log,
      jobs: silentJobs(),
      health,
    });
    scanners.push(scanner);
    await scanner.start();
    await scanner.catchUp();
    return scanner;
  }
  const numbersTold = async () =>
    (await reportedBlocks(database)).map(({ number, isConnected }) =>
      isConnected ? number : -number,
    );

  test('reports each block once, in order, with the payments to users', async () => {
    const [anns, bobs] = [
      await giveAddress(database, rig.chain, ANN, ETH),
      await giveAddress(database, rig.chain, BOB, USDT),
    ];
    const scanner = await scan();
    const before = (await reportedBlocks(database)).length;
    await rig.pay(anns, ETH, WHOLE);
    await rig.pay(rig.stranger(), ETH, WHOLE);
    const first = await rig.mine();
    await rig.pay(bobs, USDT, 2n * WHOLE);
    const second = await rig.mine();
    await scanner.catchUp();

    expect((await reportedBlocks(database)).slice(before)).toMatchObject([
      { ...first, payments: [{ userId: ANN, address: anns, currencyId: ETH, amount: WHOLE }] },
      {
        ...second,
        payments: [{ userId: BOB, address: bobs, currencyId: USDT, amount: 2n * WHOLE }],
      },
    ]);
  });

  test('reports another coin that arrives at an address as that coin', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const scanner = await scan();
    await rig.pay(address, USDT, WHOLE);
    await rig.mine();
    await scanner.catchUp();

    expect(await standingPayments(database)).toMatchObject([{ userId: ANN, currencyId: USDT }]);
  });

  test('a later scanner continues after the last block of the previous one', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const first = await scan();
    await rig.mine();
    await first.catchUp();
    await first.stop();
    await rig.pay(address, ETH, WHOLE);
    await rig.mine(2);

    await scan();

    const numbers = await numbersTold();
    const head = await rig.chain.head();
    expect(numbers.at(-1)).toBe(head.number);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    expect(await standingPayments(database)).toHaveLength(1);
  });

  test('replaced blocks are reversed, the newest first, and the new ones reported', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const hash = await rig.pay(address, ETH, WHOLE);
    await rig.mine();
    const old = await rig.mine(2);
    const scanner = await scan();
    const before = (await reportedBlocks(database)).length;
    await rig.reorganise(3);
    await scanner.catchUp();

    const n = old.number;
    expect((await numbersTold()).slice(before)).toEqual([-n, 1 - n, 2 - n, n - 2, n - 1, n, n + 1]);
    expect(await standingPayments(database)).toMatchObject([{ transactionHash: hash }]);
  });

  test('a payment that a reorganization dropped is not among the active ones', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const dropped = await rig.pay(address, ETH, WHOLE);
    const kept = await rig.pay(address, USDT, WHOLE);
    await rig.mine();
    const scanner = await scan();
    await rig.reorganise(1, [dropped]);
    await scanner.catchUp();

    expect(await standingPayments(database)).toMatchObject([{ transactionHash: kept }]);
  });

  test('a reorganization while no scanner ran is found by the next scanner', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const hash = await rig.pay(address, ETH, WHOLE);
    await rig.mine();
    const first = await scan();
    await first.stop();
    await rig.reorganise(1, [hash]);

    await scan();

    expect(await standingPayments(database)).toEqual([]);
  });

  test.each(['connecting', 'connected', 'disconnecting', 'head'] as const)(
    'a listener that fails at "%s" is called again, and its writes are not there twice',
    async (moment) => {
      const address = await giveAddress(database, rig.chain, ANN, ETH);
      const hash = await rig.pay(address, ETH, WHOLE);
      await rig.mine();
      await rig.pay(address, USDT, WHOLE);
      await rig.mine();
      let hasFailed = false;
      const listener = writingListener((when) => {
        if (hasFailed || when !== moment) return;
        hasFailed = true;
        throw new Error('fails once');
      });
      const scanner = await scan(listener);
      await rig.reorganise(1);
      await scanner.catchUp();
      await scanner.catchUp();

      expect(hasFailed).toBe(true);
      expect(listener.heads.at(-1)).toBe((await rig.chain.head()).number);
      const standing = await standingPayments(database);
      expect(standing.map(({ transactionHash }) => transactionHash)[0]).toBe(hash);
      expect(standing).toHaveLength(2);
    },
  );

  test('two scanners over one database report each block once', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const [one, other] = [await scan(), await scan()];
    for (let i = 0; i < 3; i++) {
      await rig.pay(address, ETH, WHOLE);
      await rig.mine(2);
      await Promise.all([one.catchUp(), other.catchUp()]);
    }
    await one.catchUp();
    await other.catchUp();

    const numbers = await numbersTold();
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await standingPayments(database)).toHaveLength(3);
  });

  test('a node that lags behind the others reverses nothing', async () => {
    await rig.mine(3);
    let isBehind = false;
    const lagging = proxyOf(rig.chain, {
      head: async () => {
        const head = await rig.chain.head();
        return isBehind ? ensure(await rig.chain.block(head.number - 2), 'block') : head;
      },
    });
    const scanner = await scan(writingListener(), lagging);
    const before = await numbersTold();
    isBehind = true;
    await scanner.catchUp();

    expect(await numbersTold()).toEqual(before);
  });

  test('blocks that a node does not have are not treated as replaced', async () => {
    const last = await rig.mine(5);
    let highest = Infinity;
    const behind = proxyOf(rig.chain, {
      // The hash comes from a different node, which briefly saw a different block.
      head: async () => (highest === Infinity ? rig.chain.head() : { ...last, hash: '0xother' }),
      block: async (number) => (number > highest ? null : rig.chain.block(number)),
    });
    const scanner = await scan(writingListener(), behind);
    const before = await numbersTold();
    highest = last.number - 3;
    await scanner.catchUp();

    expect(await numbersTold()).toEqual(before);
    expect(scanner.isFollowing).toBe(true);
  });

  test('a node that resyncs is waited for, and nothing is reversed', async () => {
    await rig.mine(KEPT + 10);
    let isNew = false;
    const restarted = proxyOf(rig.chain, {
      head: async () => (isNew ? ensure(await rig.chain.block(1), 'block') : rig.chain.head()),
      block: async (number) => (isNew && number > 1 ? null : rig.chain.block(number)),
    });
    const first = await scan(writingListener());
    await rig.mine(KEPT);
    await first.catchUp();
    await first.stop();
    const before = await numbersTold();
    const scanner = await scan(writingListener(), restarted);
    isNew = true;
    await scanner.catchUp();
    const wasFollowing = scanner.isFollowing;
    isNew = false;
    await rig.mine();
    await scanner.catchUp();

    expect(wasFollowing).toBe(false);
    expect(scanner.isFollowing).toBe(true);
    expect(await numbersTold()).toEqual([...before, (await rig.chain.head()).number]);
  });

  test('a pending payment is reported, with its outcome', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    const listener = writingListener();
    const scanner = await scan(listener);
    await rig.pay(rig.stranger(), ETH, WHOLE);
    const hash = await rig.pay(address, ETH, WHOLE);
    await scanner.catchUp();
    const waits = ensure(listener.waiting.at(-1), 'what waits');
    const fates = [await waits.fateOf(hash)];
    await rig.mine();
    // The payment is in a block that the scanner has not read yet.
    fates.push(await waits.fateOf(hash));
    await scanner.catchUp();
    const later = ensure(listener.waiting.at(-1), 'what waits');
    fates.push(await later.fateOf(hash));
    await rig.reorganise(1, [hash]);
    fates.push(await later.fateOf(hash));

    expect(waits).toMatchObject({
      chain: rig.chain.name,
      payments: [{ userId: ANN, address, transactionHash: hash, amount: WHOLE }],
    });
    expect(fates).toEqual(['waiting', 'waiting', 'reported', 'unknown']);
    expect(later.payments).toEqual([]);
    expect((await reportedBlocks(database)).flatMap(({ payments }) => payments)).toHaveLength(1);
  });

  test.each(['the node', 'the listener'])(
    'blocks are read on when %s fails for a pending payment',
    async (who) => {
      const address = await giveAddress(database, rig.chain, ANN, ETH);
      const fails = (): never => {
        throw new ChainUnavailableError(rig.chain.name, 'unreachable');
      };
      const chain =
        who === 'the node' ? proxyOf(rig.chain, { waiting: async () => fails() }) : rig.chain;
      const listener = writingListener((when) => {
        if (who === 'the listener' && when === 'waiting') fails();
      });
      const scanner = await scan(listener, chain);
      await rig.pay(address, ETH, WHOLE);
      await rig.mine(2);
      await scanner.catchUp();

      expect(await standingPayments(database)).toHaveLength(1);
      expect(scanner.isFollowing).toBe(true);
    },
  );

  test('an answer from before a reorganization reverses nothing', async () => {
    const old = await rig.mine(3);
    let isOld = false;
    const late = proxyOf(rig.chain, {
      head: () => (isOld ? Promise.resolve(old) : rig.chain.head()),
    });
    await rig.reorganise(2);
    const scanner = await scan(writingListener(), late);
    const before = await numbersTold();
    isOld = true;
    await scanner.catchUp();

    expect(await numbersTold()).toEqual(before);
    expect(scanner.isFollowing).toBe(true);
  });

  test('an unreachable chain is read on when it can be reached', async () => {
    const address = await giveAddress(database, rig.chain, ANN, ETH);
    let isGone = false;
    const flaky = proxyOf(rig.chain, {
      head: () =>
        isGone
          ? Promise.reject(new ChainUnavailableError(rig.chain.name, 'unreachable'))
          : rig.chain.head(),
    });
    const scanner = await scan(writingListener(), flaky);
    isGone = true;
    await rig.pay(address, ETH, WHOLE);
    await rig.mine(2);
    await scanner.catchUp();
    const meanwhile = await standingPayments(database);
    isGone = false;
    await scanner.catchUp();

    expect(meanwhile).toEqual([]);
    expect(scanner.isFollowing).toBe(true);
    expect(await standingPayments(database)).toHaveLength(1);
  });

  test('a long catch-up is reported on its way, not only at its end', async () => {
    const before = await scan();
    await before.stop();
    const { number } = await rig.chain.head();
    await rig.mine(40);
    const listener = writingListener();
    await scan(listener);

    expect(listener.heads.at(-1)).toBe(number + 40);
    expect(listener.heads.some((head) => head > number && head < number + 40)).toBe(true);
  });

  test('a reorganization deeper than the stored blocks stops the scanner: nothing is reversed by guess', async () => {
    const health = notingHealth();
    const first = await scan(writingListener(), rig.chain, health);
    await rig.mine(KEPT + 5);
    await first.catchUp();
    const before = await numbersTold();
    await rig.reorganise(KEPT + 3);
    // While the blocks were replaced, the node was behind for a moment, which the scanner may have seen.
    health.causes.splice(0);
    await first.catchUp();
    expect(first.isFollowing).toBe(false);
    await first.catchUp();
    expect(new Set(health.causes)).toEqual(new Set(['fork_too_deep']));
    expect(await numbersTold()).toEqual(before);
  });
});

/** The chain, with some of its answers replaced. */
function proxyOf(chain: Chain, answers: Partial<Chain>): Chain {
  return new Proxy(chain, {
    get(target, key) {
      const value: unknown = Reflect.get(key in answers ? answers : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
