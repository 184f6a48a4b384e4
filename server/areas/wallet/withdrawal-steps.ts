/** Carries out what a step of a withdrawal's lifecycle says: its row, the books, and what is left for after the commit. */
import { assertNever, ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { OWNERS } from '../../ledger/chart.ts';
import type { Movement } from '../../ledger/movement.ts';
import { withdrawalHeld, withdrawalReleased, withdrawalSent } from '../../ledger/recipes-wallet.ts';
import type { PersonNotices } from '../identity/identity.area.ts';
import type { PostingId, SpotPostings } from '../spot/spot.area.ts';
import type { UserNews } from '../../kit/user-news/user-news.types.ts';
import { withdrawalPhase } from './wallet-lifecycles.ts';
import type { WithdrawalRow, WithdrawalStep } from './wallet-lifecycles.ts';
import type { WalletWire } from './wallet-wire.ts';
import * as repo from './withdrawals.repo.ts';

/** What the machine names, and nothing else: another one does not compile. */
type Effect =
  | 'holdFunds'
  | 'releaseFunds'
  | 'bookSent'
  | 'signTransaction'
  | 'broadcastTransaction'
  | 'notifyOwner'
  | 'mailSent'
  | 'mailRejected';

/** What a step leaves to be done once it is committed. */
export interface WithdrawalAftermath {
  readonly row: WithdrawalRow;
  readonly effects: readonly Effect[];
  readonly postingId: PostingId | null;
}

/** @param extra columns that the snapshot does not have. */
export async function carryOut(
  postings: SpotPostings,
  tx: Transaction,
  id: number,
  { snapshot, effects: named }: WithdrawalStep,
  now: EpochMs,
  extra: Pick<repo.WithdrawalChange, 'rawTransaction' | 'feeMaxFactor'> = {},
): Promise<WithdrawalAftermath> {
  const effects = effectsOf({ effects: named });
  const { context } = snapshot;
  const row = await repo.updateWithdrawal(tx, id, {
    confirmations: context.confirmations,
    transactionHash: context.transactionHash,
    reason: context.reason,
    reasonText: context.reasonText,
    operatorId: context.operatorId,
    revision: context.revision,
    phase: withdrawalPhase(snapshot),
    updatedAtMs: now,
    ...extra,
    ...(effects.includes('broadcastTransaction') && { isBroadcastDue: true }),
  });
  const movement = movementOf(row, effects);
  const postingId = movement === null ? null : await postings.intend(tx, movement, now);
  return { row, effects, postingId };
}

/** The movement that freezes the amount of a withdrawal that is asked for; its cause is the number that it will get. */
export const holdOfRequest = (asked: MovedRow, step: WithdrawalStep): Movement =>
  ensure(movementOf({ ...asked, id: 0 }, effectsOf(step)), 'movement that freezes the amount');

/** The effects of a step that moves no money; null where it does: {@link carryOut} is for those. */
export function effectsWithoutMoney(
  row: WithdrawalRow,
  step: WithdrawalStep,
): WithdrawalAftermath['effects'] | null {
  const effects = effectsOf(step);
  return movementOf(row, effects) === null ? effects : null;
}

const effectsOf = ({ effects }: Pick<WithdrawalStep, 'effects'>): Effect[] =>
  effects.map(({ type }) => type as Effect);

type MovedRow = Pick<
  WithdrawalRow,
  'userId' | 'requestId' | 'currencyId' | 'amount' | 'fee' | 'phase'
>;

/** A step moves money at most once. */
function movementOf(
  row: MovedRow & Pick<WithdrawalRow, 'id'>,
  effects: readonly Effect[],
): Movement | null {
  const funds = {
    causeId: String(row.id),
    ownerId: row.userId,
    requestId: row.requestId,
    currencyId: row.currencyId,
    amount: units(row.amount),
  };
  for (const effect of effects)
    switch (effect) {
      case 'holdFunds':
        return withdrawalHeld({ ...funds, actorId: row.userId });
      case 'releaseFunds': {
        const actorId = row.phase === 'cancelled' ? row.userId : OWNERS.house;
        return withdrawalReleased({ ...funds, actorId });
      }
      case 'bookSent':
        return withdrawalSent({ ...funds, actorId: OWNERS.house, fee: units(row.fee) });
      case 'signTransaction':
      case 'broadcastTransaction':
      case 'notifyOwner':
      case 'mailSent':
      case 'mailRejected':
        break;
      default:
        assertNever(effect);
    }
  return null;
}

export interface TellingParts {
  readonly postings: SpotPostings;
  readonly news: UserNews;
  readonly notices: PersonNotices;
  readonly wire: WalletWire;
}

/** Books what the step has written down, and tells its owner. Whoever signs and sends is for the caller to wake. */
export async function finish(
  { postings, news, notices, wire }: TellingParts,
  { row, effects, postingId }: WithdrawalAftermath,
): Promise<void> {
  // Unavailable just now: the books have it written down, and it is booked later.
  if (postingId !== null) await postings.post(postingId);
  if (effects.includes('notifyOwner'))
    news.publish(row.userId, { kind: 'withdrawal', withdrawal: wire.withdrawal(row) });
  if (effects.includes('mailSent'))
    notices.tell(row.userId, { kind: 'withdrawalSent', ...wire.sum(row) });
  if (effects.includes('mailRejected'))
    notices.tell(row.userId, { kind: 'withdrawalRejected', ...wire.sum(row) });
}
