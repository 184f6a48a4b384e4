/** Opens the configured chains and the services on them. */
import type { Clock } from '../../../contract/time.ts';
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { ChainScanner } from './chain-scanner.ts';
import { ChainUnavailableError } from './chain-unavailable-error.ts';
import { ChainHealth } from './chain-health.ts';
import type { HaltCause } from './chain-halts.repo.ts';
import { openChainSeed } from './chain-seed.ts';
import type { Chain, ChainListener } from './chain.types.ts';
import type { ChainCoin, Custody } from './custody.types.ts';
import { createDepositAddresses } from './deposit-addresses.ts';
import { openDevelopment } from './development/open-development.ts';
import type { Development } from './development/open-development.ts';
import { findNextNonce } from './wallet-nonces.repo.ts';
import { createWalletCoins, syncWalletCoins } from './wallet-coins.ts';

interface CustodyParts {
  readonly config: Pick<Config, 'nodeEnv' | 'evm'>;
  readonly currencies: Currencies;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly seal: Seal;
  readonly opened: ClosingStack;
  readonly catchUp: CatchUpWork;
}

export interface OpenedCustody extends Custody {
  /** Undefined in production. */
  readonly development: Development | undefined;
  /** Reads the present blocks of all chains; resolves after their report or its failure. */
  catchUp(): Promise<void>;
}

interface OpenedChain {
  readonly chain: Chain;
  readonly coins: readonly ChainCoin[];
}

/** Adds resources to `opened`. @throws StartupError for invalid settings. */
export async function openCustody(parts: CustodyParts): Promise<OpenedCustody> {
  const { config, database, currencies, log, jobs, opened } = parts;
  const development =
    config.nodeEnv === 'production' ? undefined : await openDevelopment(parts, currencies);
  const open = [...(development ? [development] : []), ...(await openConfigured(parts))];
  for (const { chain, coins } of open) await syncWalletCoins(parts, chain, coins);
  const chains = new Map<string, Chain>(open.map(({ chain }) => [chain.name, chain]));
  const coins = createWalletCoins({ database, currencies, chains });
  const scanners = new Map<string, ChainScanner>();
  const health = new ChainHealth({
    ...parts,
    persists: ({ chain: name, cause }) => {
      const chain = chains.get(name);
      if (chain === undefined) return false;
      if (cause === 'foreign_nonces') return hasForeignNonces(database, chain);
      return FOLLOWED.has(cause) && !isFollowed(name);
    },
  });
  const isFollowed = (chain: string) => scanners.get(chain)?.isFollowing ?? false;
  const addresses = createDepositAddresses({ database, chains, coins, isFollowed, log });
  return {
    chains,
    coins,
    addresses,
    health,
    development,
    isFollowed,
    catchUp: async () => {
      await Promise.all([...scanners.values()].map((scanner) => scanner.catchUp()));
    },
    async startScanning(listener: ChainListener) {
      for (const chain of chains.values()) {
        const scanner = new ChainScanner({ chain, database, listener, log, jobs, health });
        scanners.set(chain.name, scanner);
        opened.add(`scanner of ${chain.name}`, () => scanner.stop());
        await scanner.start();
      }
      const own = development && scanners.get(development.chain.name);
      if (own) await parts.catchUp.begin('blocks of the development chain', () => own.catchUp());
      development?.miner.start();
    },
  };
}

/** Causes that exist while the chain is not followed. */
const FOLLOWED: ReadonlySet<HaltCause> = new Set(['fork_too_deep', 'node_behind']);

/** It is also true while the node does not answer, because the state is unknown then. */
async function hasForeignNonces(database: Database, chain: Chain): Promise<boolean> {
  try {
    const use = await chain.walletUse?.();
    if (use === undefined) return false;
    return use.used > (await findNextNonce(database, chain.name, use.address));
  } catch (error) {
    if (error instanceof ChainUnavailableError) return true;
    throw error;
  }
}

async function openConfigured(parts: CustodyParts): Promise<readonly OpenedChain[]> {
  const { config, database, currencies, log, seal } = parts;
  if (config.evm === undefined) return [];
  const { openEvmChain } = await import('./evm/open-evm-chain.ts');
  const openSeed = (make: () => string) => openChainSeed(database, seal, make);
  const isStrict = config.nodeEnv === 'production';
  return [await openEvmChain({ settings: config.evm, currencies, log, isStrict, openSeed })];
}
