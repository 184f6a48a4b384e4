/** Carries out what a step of a deposit's lifecycle says: its row, the books, and what is left for after the commit. */
import { assert } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { postMovement } from '../../ledger/ledger.repo.ts';
import { depositCredited, depositReversed } from '../../ledger/recipes-wallet.ts';
import type { PostingId, SpotPostings } from '../spot/spot.area.ts';
import * as repo from './deposits.repo.ts';
import { repayFrom } from './shortfalls.ts';
import { depositPhase } from './wallet-lifecycles.ts';
import type { DepositRow, DepositStep } from './wallet-lifecycles.ts';

/** What a step leaves to be done once it is committed. */
export interface DepositAftermath {
  readonly row: DepositRow;
  readonly postingId: PostingId | null;
  readonly isMailed: boolean;
}

/** @param block which has it now, where the step changed that. */
export async function carryOut(
  postings: SpotPostings,
  tx: Transaction,
  id: number,
  { snapshot, effects }: DepositStep,
  now: EpochMs,
): Promise<DepositAftermath> {
  const { confirmations, revision, credits } = snapshot.context;
  const row = await repo.updateDeposit(tx, id, {
    phase: depositPhase(snapshot),
    confirmations,
    revision,
    updatedAtMs: now,
  });
  const funds = {
    causeId: `${id}:${credits}`,
    ownerId: row.userId,
    actorId: OWNERS.house,
    requestId: `deposit-${id}`,
    currencyId: row.currencyId,
    amount: units(row.amount),
  };
  let postingId: PostingId | null = null;
  let isMailed = false;
  for (const { type } of effects as readonly { type: DepositEffect }[])
    switch (type) {
      case 'creditAccount': {
        const repaid = await repayFrom(tx, row.userId, row.currencyId, row.amount);
        postingId = await postings.intend(tx, depositCredited(funds, units(repaid)), now);
        break;
      }
      case 'reverseCredit': {
        const booked = await postMovement(tx, depositReversed(funds), now);
        assert(booked.ok, 'custody and what is reversed may owe');
        await repo.changeShortfall(tx, id, row.amount);
        break;
      }
      case 'mailCredit':
        isMailed = true;
        break;
      case 'notifyOwner':
        break;
      default:
        unknownEffect(type);
    }
  return { row, postingId, isMailed };
}

type DepositEffect = 'creditAccount' | 'reverseCredit' | 'notifyOwner' | 'mailCredit';

function unknownEffect(type: never): never {
  throw new Error(`a deposit can not do ${String(type)}`);
}
