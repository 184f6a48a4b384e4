/** The process of `evm-node.ts`; its argument is its own folder. Prints its address. */
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import path from 'node:path';

const [folder = ''] = process.argv.slice(2);
const DAY_MS = 86_400_000;
const hre = await createHardhatRuntimeEnvironment({
  networks: {
    node: {
      type: 'edr-simulated',
      chainId: 31_337,
      mining: { auto: false, interval: 0 },
      // Required by the option above, although no block is mined automatically.
      allowBlocksWithSameTimestamp: true,
      // Gives each node a distinct first block.
      initialDate: new Date(Date.now() - Math.random() * DAY_MS),
    },
  },
  paths: { artifacts: path.join(folder, 'artifacts'), cache: path.join(folder, 'cache') },
});
await hre.tasks.getTask('node').run({ hostname: '127.0.0.1', port: 0 });
