/** Composition and start of deposits and withdrawals. */
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Custody } from '../custody/custody.area.ts';
import { openDatabase, type Database, type DatabaseAddress } from '../../kit/db/database.ts';
import { createChainListener } from './chain-listener.ts';
import { DepositComparison } from './deposit-comparison.ts';
import { createWalletHandlers } from './wallet-handlers.ts';
import { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { ForeignNaming } from './foreign-transactions.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import { Deposits } from './deposits.ts';
import type { DepositParts } from './deposits.ts';
import { createRecords } from './records.ts';
import { ReserveChecks } from './reserve-checks.ts';
import { creditCaps, publishedRules } from './wallet-rules.ts';
import { createWalletWire } from './wallet-wire.ts';
import { unitOfAccount } from './withdrawable.ts';
import { createWithdrawalAddresses } from './withdrawal-addresses.ts';
import { WithdrawalBroadcasts } from './withdrawal-broadcasts.ts';
import type { GateParts } from './withdrawal-gate.ts';
import { createWithdrawalReview } from './withdrawal-review.ts';
import { WithdrawalSeals } from './withdrawal-seals.ts';
import { createTermsReader } from './withdrawal-terms.ts';
import { Withdrawals } from './withdrawals.ts';

interface WalletParts
  extends
    Omit<GateParts, 'rules' | 'custody' | 'purchaseHoldMs' | 'spotView'>,
    Omit<DepositParts, 'rules' | 'caps' | 'wire' | 'coins' | 'comparison'> {
  readonly config: Pick<Config, 'fiatWithdrawalHoldMs' | 'unsettledCreditMaxUsdt'>;
  /** See `openKeyedDatabase`. */
  readonly keyed: Database;
  /** The role of the owner of the tables, who alone stores reserves and proofs of deposits. */
  readonly ownerAddress: DatabaseAddress;
  readonly custody: Custody;
  readonly seal: Seal;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
  readonly catchUp: CatchUpWork;
}

/**
 * Starts to complete the open work of an earlier run, then follows the chains. It adds resources to `opened`.
 * Must be called before the timers of lifecycles start.
 */
export async function openWallet(foundation: WalletParts) {
  const { database, currencies, custody, clock, log, jobs, opened, catchUp } = foundation;
  const usdt = unitOfAccount(currencies);
  const rules = publishedRules(usdt);
  const caps = creditCaps(usdt, foundation.config.unsettledCreditMaxUsdt);
  const wire = createWalletWire(currencies, rules);
  const purchaseHoldMs = foundation.config.fiatWithdrawalHoldMs;
  const damaged = new DamagedWithdrawals({ clock, log });
  const owner = openDatabase(foundation.ownerAddress, log, 2, 'meridian chain records');
  opened.add('database connections of chain records', () => owner.$client.end());
  const comparison = new DepositComparison({ ...foundation, owner });
  const seals = new WithdrawalSeals(foundation.seal);
  const common = { ...foundation, seals, rules, caps, purchaseHoldMs, wire, damaged, comparison };
  const parts = { ...common, coins: custody.coins };
  await foundation.owing.refresh();
  const deposits = new Deposits(parts);
  const wakeChain = (chain: string) => broadcasts.wake(chain);
  const withdrawals = new Withdrawals({ ...parts, wakeChain });
  const broadcasts = new WithdrawalBroadcasts({ ...parts, withdrawals });
  opened.add('sending of withdrawals', () => broadcasts.stop());
  const recover = (signal?: AbortSignal) => withdrawals.recover(clock.now(), signal);
  await catchUp.begin('requested withdrawals', recover);
  await broadcasts.noteStranded();
  let rounds: Job | undefined;
  opened.add('rounds of withdrawals', () => rounds?.stop());
  const reserves = new ReserveChecks({ ...parts, owner });
  let reserveRounds: readonly Job[] = [];
  opened.add('comparison of reserves', async () => {
    await Promise.all(reserveRounds.map((job) => job.stop()));
  });
  const foreign = new ForeignNaming({ ...parts, withdrawals, wakeChain });
  const listener = createChainListener({ foreign, deposits, broadcasts });
  return {
    review: createWithdrawalReview({ ...parts, withdrawals }),
    reserves,
    foreign,
    handlers: createWalletHandlers({
      records: createRecords(database),
      addresses: createWithdrawalAddresses(parts),
      terms: createTermsReader(parts),
      withdrawals,
      wire,
      currencies,
    }),
    /** Starts the scanners and the sweeps. Must be called when the timers run: later events have a listener then. */
    async start() {
      await custody.startScanning(listener);
      rounds = jobs.start('withdrawals', {
        failure: 'unfinished withdrawals could not be completed',
        async work() {
          await recover();
          await seals.noteForged(database, damaged);
          await broadcasts.noteStranded();
          for (const chain of custody.chains.keys()) broadcasts.wake(chain);
        },
      });
      reserveRounds = reserves.start(jobs);
    },
  };
}
