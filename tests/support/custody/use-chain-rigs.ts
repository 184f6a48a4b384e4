/** Every kind of chain that the server follows, each with a database and a network, for tests of all chains. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../server/kit/db/database.ts';
import { openChainDatabase } from './chain-database.ts';
import { openDevelopmentRig } from './chain-rig.ts';
import type { ChainRig } from './chain-rig.ts';
import { startEvmNode, type EvmNode } from './evm-node.ts';
import { openEvmRig } from './evm-rig.ts';
import { startScratchDatabase, type ScratchDatabase } from '../databases/scratch-database.ts';

const OPENERS = {
  'the development chain': (database: Database, _node: EvmNode): Promise<ChainRig> =>
    openDevelopmentRig(database),
  'an EVM chain': (_database: Database, node: EvmNode): Promise<ChainRig> => openEvmRig(node.url),
};
type ChainKind = keyof typeof OPENERS;
export const CHAIN_KINDS = Object.keys(OPENERS) as ChainKind[];

/** Call it at the top of a file; databases and rigs are open until its last test ends. */
export function useChainRigs() {
  let scratch: ScratchDatabase;
  let node: EvmNode;
  const opened: Database[] = [];
  beforeAll(async () => {
    [scratch, node] = await Promise.all([startScratchDatabase(), startEvmNode()]);
  });
  afterAll(async () => {
    await Promise.all(opened.map(({ $client }) => $client.end()));
    await Promise.all([scratch.stop(), node.stop()]);
  });
  return {
    /** Opens a chain of this kind over a database of its own. */
    async open(kind: ChainKind): Promise<{ readonly database: Database; readonly rig: ChainRig }> {
      const database = await openChainDatabase(await scratch.copy());
      opened.push(database);
      return { database, rig: await OPENERS[kind](database, node) };
    },
  };
}
