/** Carries out what a step of an ad's lifecycle says: its row and the books. */
import { assert, assertNever } from '../../../../contract/assert.ts';
import { units } from '../../../../contract/money/units.ts';
import { ok } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatAdEvent } from '../../../../machines/domain/fiat/fiat-ad.events.ts';
import type { FiatAdEffect } from '../../../../machines/domain/fiat/fiat-ad.machine.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { postMovement } from '../../../ledger/ledger.repo.ts';
import type { Movement } from '../../../ledger/movement.ts';
import { adEnded, adPosted, adResized } from '../../../ledger/recipes-fiat.ts';
import { insertStep } from '../../../kit/lifecycle/lifecycles.repo.ts';
import { prepareStart } from '../../../kit/lifecycle/prepared-steps.ts';
import { takeStep } from '../../../kit/lifecycle/take-step.ts';
import { adStateOf, FIAT_AD, type AdRow, type AdStep } from './ad-lifecycle.ts';
import type { AdTerms } from './ad-terms.ts';
import type { AdAlive } from './ad-statements.repo.ts';
import { insertAd, noteProgress, updateAd, type AdChange } from './ads.repo.ts';

/** An ad as it is posted. */
export interface PostedAd
  extends
    AdTerms,
    Pick<
      AdRow,
      'userId' | 'shopId' | 'side' | 'currencyId' | 'fiatCode' | 'idempotencyKey' | 'terms'
    > {
  /** Whether it begins open. */
  readonly isOpening: boolean;
}

/** Who caused the step, and when. */
export interface AdCause {
  /** A person, or 0 for the house. */
  readonly actorId: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

/**
 * Refused where the merchant has too little: the caller takes the transaction back. What an order gives
 * back (`releaseReturned`) is for the caller, who knows the order; the merchant is told after the commit.
 * @param before the row, locked; @param extra columns that the snapshot does not have.
 */
export async function carryOutAd(
  tx: Transaction,
  before: AdRow,
  { snapshot, effects, revision }: AdStep,
  cause: AdCause,
  extra?: AdChange,
): Promise<Result<AdRow, 'insufficient_balance'>> {
  const progress = { ...columnsOf(snapshot), revision, updatedAtMs: cause.now };
  if (extra === undefined) await noteProgress(tx, before.id, progress);
  const after =
    extra === undefined
      ? { ...before, ...progress }
      : await updateAd(tx, before.id, { ...extra, ...progress });
  return bookAd(tx, { before, after }, effects, cause);
}

/**
 * What an order does to an ad that this transaction has locked.
 * @throws AssertionError where its state refuses that: orders take what there is, and give back what they took.
 */
export async function stepOfOrder(
  tx: Transaction,
  { ad, life }: AdAlive,
  event: Extract<FiatAdEvent, { type: `order.${string}` }>,
  cause: AdCause,
): Promise<AdStep> {
  const { now } = cause;
  const answer = await takeStep(tx, FIAT_AD, life, {
    event,
    logged: { ...event },
    now,
    async alongside(step) {
      const carried = await carryOutAd(tx, ad, step, cause);
      assert(carried.ok, `ad ${ad.id}: what remains of it is frozen`);
    },
  });
  assert(answer.kind === 'done', `ad ${ad.id} refuses ${event.type}`);
  return answer.step;
}

/** A new ad: writes it down, begins its life and freezes what a sell ad offers; refused as {@link carryOutAd}. */
export async function beginAd(
  tx: Transaction,
  { isOpening, ...posted }: PostedAd,
  cause: AdCause,
): Promise<Result<AdRow, 'insufficient_balance'>> {
  const { total, side, userId: merchantId } = posted;
  const { now } = cause;
  const input = { merchantId, side, total: String(total), opensAtOnce: isOpening };
  const { kind, machineVersion, step, snapshot, event } = prepareStart(FIAT_AD, input);
  const { revision, effects } = step;
  const row = await insertAd(tx, {
    ...posted,
    ...columnsOf(step.snapshot),
    autoOpen: isOpening,
    revision,
    createdAtMs: now,
    updatedAtMs: now,
  });
  const stored = { kind, machineVersion, snapshot, revision, events: [event], deadlines: [], now };
  const isNew = await insertStep(tx, { ...stored, id: row.id });
  assert(isNew, `ad ${row.id} has a life already`);
  return bookAd(tx, { before: row, after: row }, effects, cause);
}

/** What the snapshot says of the row. */
function columnsOf(snapshot: AdStep['snapshot']) {
  const { total, remaining, inOrders, sold, removal } = snapshot.context;
  return {
    total: BigInt(total),
    remaining: BigInt(remaining),
    inOrders: BigInt(inOrders),
    sold: BigInt(sold),
    removal,
    state: adStateOf(snapshot),
  };
}

async function bookAd(
  tx: Transaction,
  { before, after }: { readonly before: AdRow; readonly after: AdRow },
  effects: AdStep['effects'],
  cause: AdCause,
): Promise<Result<AdRow, 'insufficient_balance'>> {
  for (const { type } of effects) {
    const movement = movementOf(type as FiatAdEffect, before, after, cause);
    const posted = movement === null ? ok(null) : await postMovement(tx, movement, cause.now);
    if (!posted.ok) return posted;
  }
  return ok(after);
}

/** Null where nothing moves: coins of a buy ad are those of whoever takes it. */
function movementOf(
  effect: FiatAdEffect,
  before: AdRow,
  after: AdRow,
  { actorId, requestId }: AdCause,
): Movement | null {
  if (after.side === 'buy') return null;
  const { id, userId: ownerId, currencyId, remaining } = after;
  const funds = { causeId: String(id), ownerId, actorId, requestId, currencyId };
  switch (effect) {
    case 'freezeTotal':
      return adPosted({ ...funds, amount: units(after.total) });
    case 'resizeEscrow':
      return after.total === before.total ? null : adResized(funds, after.total - before.total);
    case 'releaseRemainder':
      return remaining === 0n ? null : adEnded({ ...funds, amount: units(remaining) });
    case 'releaseReturned':
    case 'notifyMerchant':
      return null;
    default:
      return assertNever(effect);
  }
}
