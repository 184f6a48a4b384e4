/**
 * Raises the fee of a withdrawal that waits for a block, by another transfer of the same nonce. Either
 * transfer may be mined, and never both.
 */
import type { Clock } from '../../../contract/time.ts';
import {
  ChainUnavailableError,
  type Chain,
  type Custody,
  type SignedTransfer,
} from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { Log } from '../../kit/log.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { networkFeeMax } from './network-fee.ts';
import type { NetworkFeeParts } from './network-fee.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import type { WalletRules } from './wallet-rules.ts';
import type { WithdrawalSeals } from './withdrawal-seals.ts';
import { newestTransferOf, transfersOf, withTransfer } from './withdrawal-transfers.ts';
import type { Withdrawals } from './withdrawals.ts';
import * as repo from './withdrawals.repo.ts';

export interface FeeRaiseParts extends NetworkFeeParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'health'>;
  readonly withdrawals: Pick<Withdrawals, 'send'>;
  readonly rules: Pick<WalletRules, 'raiseFeeAfterMs'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly damaged: Pick<DamagedWithdrawals, 'note'>;
  readonly health: LedgerHealth;
  readonly seals: WithdrawalSeals;
}

const SYSTEM = { role: 'system', userId: 0 } as const;

/** Its owner was barred or its chain closed during the signature: the rollback discards it. */
class NotRaisedError extends Error {}

/** Whether the network has had the withdrawal for so long that its fee may be too low. */
export const isFeeRaiseDue = (
  { phase, confirmations, updatedAtMs }: WithdrawalRow,
  { rules, clock }: Pick<FeeRaiseParts, 'rules' | 'clock'>,
): boolean =>
  phase === 'confirming' &&
  confirmations === 0 &&
  clock.now() >= updatedAtMs + rules.raiseFeeAfterMs;

/**
 * Raises the fee of a pending withdrawal if that is needed and permitted. A state that forbids a signature forbids this one too. A failure of the chain leaves it for the next block.
 * @throws HeldOtherwiseError when the withdrawal differs from its hold, its log or its seal.
 */
export async function raiseFee(
  parts: FeeRaiseParts,
  chain: Chain,
  row: WithdrawalRow,
): Promise<void> {
  if (chain.raise === undefined || !(await maySign(parts, parts.database, row))) return;
  await parts.seals.requireApproved(parts.database, row);
  try {
    const raised = await chain.raise(transfersOf(row), {
      currencyId: row.currencyId,
      networkFeeMax: networkFeeMax(parts, chain, row),
      feeMaxFactor: row.feeMaxFactor,
      underWay: await othersUnderWay(parts.database, row),
    });
    if (raised === null) await sendAgain(chain, row);
    else await store(parts, row, raised);
  } catch (error) {
    if (error instanceof NotRaisedError) return;
    if (!(error instanceof ChainUnavailableError)) throw error;
    const what = 'the fee of a withdrawal cannot be raised';
    if (error.isOfTransfer) parts.damaged.note(row.id, error, what);
    else parts.log.warn({ err: error, withdrawal: row.id }, what);
  }
}

/** The broadcast of a raised fee may have been lost, while the network still has the lower one. */
async function sendAgain(chain: Chain, row: WithdrawalRow): Promise<void> {
  const newest = newestTransferOf(row);
  if (newest !== undefined && row.signedTransfers.length > 0) await chain.broadcast(newest);
}

async function store(
  parts: FeeRaiseParts,
  row: WithdrawalRow,
  raised: SignedTransfer,
): Promise<void> {
  const { withdrawals, clock, log } = parts;
  const event = { type: 'transaction.replaced', by: SYSTEM, hash: raised.hash } as const;
  const { kind } = await withdrawals.send(row.id, event, clock.now(), {
    // Another server may have raised it: the list of transfers must have both.
    revision: row.revision,
    extra: withTransfer(transfersOf(row), raised),
    async alsoWrite(tx) {
      if (!(await maySign(parts, tx, row))) throw new NotRaisedError();
    },
  });
  if (kind === 'done') log.info({ withdrawal: row.id }, 'the fee of a withdrawal was raised');
}

async function maySign(
  { custody, clock, health }: FeeRaiseParts,
  database: Database | Transaction,
  { chain, userId }: WithdrawalRow,
): Promise<boolean> {
  if (!health.isConsistent() || !(await custody.health.isOpenIn(database, chain))) return false;
  return !(await repo.isOwnerBarred(database, userId, clock.now()));
}

async function othersUnderWay(
  database: Database,
  { id, chain }: WithdrawalRow,
): Promise<readonly SignedTransfer[]> {
  const signed = await repo.findSigned(database, chain, repo.SIGNED);
  return signed.flatMap((one) => (one.id === id ? [] : (newestTransferOf(one) ?? [])));
}
