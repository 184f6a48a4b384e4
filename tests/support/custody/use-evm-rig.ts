/** An EVM node of a file, with a chain, a database and a proxy for each of its tests. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { SignedTransfer } from '../../../server/areas/custody/custody.area.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { openChainDatabase } from './chain-database.ts';
import { USDT, WHOLE } from './chain-rig.ts';
import { startEvmNode, type EvmNode } from './evm-node.ts';
import { startEvmProxy, type EvmProxy } from './evm-proxy.ts';
import { openEvmRig, type EvmRig } from './evm-rig.ts';
import { startScratchDatabase, type ScratchDatabase } from '../databases/scratch-database.ts';

type TransferOrder = Parameters<EvmRig['chain']['prepare']>[0];

interface EvmTest {
  node: EvmNode;
  /** In front of the node; it passes everything on again after each test. */
  proxy: EvmProxy;
  database: Database;
  rig: EvmRig;
  /** Prepares and signs in one transaction, by the chain of the test or of another rig. */
  sign(order: TransferOrder, from?: EvmRig): Promise<SignedTransfer>;
}

/** An order of one whole coin. */
export const orderTo = (address: string, currencyId = USDT): TransferOrder => ({
  currencyId,
  address,
  amount: WHOLE,
  networkFeeMax: null,
  feeMaxFactor: 1,
  underWay: [],
});

/** Call it at the top of a file; the fields are set when the first test begins. */
export function useEvmRig(): EvmTest {
  let scratch: ScratchDatabase;
  const evm = {
    async sign(order: TransferOrder, from: EvmRig = evm.rig) {
      const prepared = await from.chain.prepare(order);
      return transaction(evm.database, (tx) => prepared.sign(tx));
    },
  } as EvmTest;
  beforeAll(async () => {
    [scratch, evm.node] = await Promise.all([startScratchDatabase(), startEvmNode()]);
    evm.proxy = await startEvmProxy(evm.node.url);
  });
  afterAll(async () => {
    await evm.proxy.stop();
    await Promise.all([scratch.stop(), evm.node.stop()]);
  });
  beforeEach(async () => {
    evm.database = await openChainDatabase(await scratch.copy());
    evm.rig = await openEvmRig(evm.node.url);
  });
  afterEach(async () => {
    evm.proxy.alter = () => undefined;
    await evm.database.$client.end();
  });
  return evm;
}
