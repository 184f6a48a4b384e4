/** Opens the development chain with every currency on it. */
import type { Clock } from '../../../../contract/time.ts';
import type { ClosingStack } from '../../../kit/process/closing-stack.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { Jobs } from '../../../kit/jobs/jobs.ts';
import type { ChainCoin } from '../custody.types.ts';
import { ensure } from '../../../../contract/assert.ts';
import { catalogCurrency, COINS } from '../../../ledger/currency-catalog.ts';
import { coinTerms } from '../coin-terms.ts';
import { BlockMiner } from './block-miner.ts';
import { DevelopmentChain } from './development-chain.ts';
import { createFaucet } from './faucet.ts';
import type { Faucet } from './faucet.ts';

export interface Development {
  readonly chain: DevelopmentChain;
  readonly miner: BlockMiner;
  readonly faucet: Faucet;
  readonly coins: readonly ChainCoin[];
}

/** Decimals of these coins on their real chains; other coins have 8. */
const DECIMALS: Readonly<Record<string, number>> = { USDT: 6, ETH: 18 };
const DECIMALS_DEFAULT = 8;
const decimalsOf = (code: string): number => DECIMALS[code] ?? DECIMALS_DEFAULT;

/** Does not start the miner. */
export async function openDevelopment(
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly jobs: Jobs;
    readonly opened: ClosingStack;
  },
  currencies: Currencies,
): Promise<Development> {
  const chain = new DevelopmentChain(parts.database, parts.clock, die);
  await chain.open();
  const miner = new BlockMiner(chain, parts.jobs);
  parts.opened.add('development chain', () => miner.stop());
  const faucetAmount = (currencyId: number): bigint => {
    const { code } = ensure(currencies.byId(currencyId), 'currency of a coin');
    return coinTerms(catalogCurrency(code).reference, decimalsOf(code)).faucetAmount;
  };
  const faucet = createFaucet(parts.database, faucetAmount, () => chain.notifyChange());
  return {
    chain,
    miner,
    faucet,
    coins: COINS.map(({ code }) => ({
      currencyId: ensure(currencies.byCode(code), `currency ${code}`).id,
      decimals: decimalsOf(code),
      contractAddress: null,
    })),
  };
}

/** Ends the process like a crash: no cleanup and no report. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process has ended');
}
