/** The effects of an ad's steps on this server: its row and the ledger. `ad-updates.ts` notifies the merchant. */
import { assert } from '../../../../contract/assert.ts';
import { units } from '../../../../contract/money/units.ts';
import { ok } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatAdEvent } from '../../../../machines/domain/fiat/fiat-ad.events.ts';
import type { fiatAdKind } from '../../../../machines/domain/fiat/fiat-ad.kind.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { RecordSteps, type EffectHandler } from '../../../kit/lifecycle/record-steps.ts';
import { postMovement } from '../../../ledger/ledger.repo.ts';
import type { Movement } from '../../../ledger/movement.ts';
import { adEnded, adPosted, adResized } from '../fiat-recipes.ts';
import { adStateOf, FIAT_AD, type AdRow, type AdStep } from './ad-lifecycle.ts';
import type { AdTerms } from './ad-terms.ts';
import type { AdAlive } from './ad-statements.repo.ts';
import { insertAd, noteProgress, updateAd, type AdChange } from './ads.repo.ts';

type Kind = typeof fiatAdKind;

/** An ad as it is posted. */
interface PostedAd
  extends
    AdTerms,
    Pick<
      AdRow,
      'userId' | 'shopId' | 'side' | 'currencyId' | 'fiatCode' | 'idempotencyKey' | 'terms'
    > {
  /** Whether the ad starts as open. */
  readonly isOpening: boolean;
}

/** The user or operator that caused the step, and its time. */
export interface AdCause {
  /** A user id, or 0 for the exchange. */
  readonly actorId: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

/** A step of an ad whose row this transaction has locked. */
interface AdStepCause extends AdCause {
  readonly before: AdRow;
  /** Columns that the snapshot does not have. */
  readonly extra?: AdChange | undefined;
}

interface AdFacts {
  readonly before: AdRow;
  readonly after: AdRow;
  readonly cause: AdCause;
}

type AdHandler = EffectHandler<AdFacts, 'insufficient_balance'>;

/** Books the movement of a sell ad; a buy ad has none, because its coins belong to the users who sell to it. */
const booked = (movementOf: (facts: AdFacts) => Movement | null): AdHandler => ({
  async inTransaction(tx, facts) {
    const movement = facts.after.side === 'buy' ? null : movementOf(facts);
    const posted = movement === null ? ok(null) : await postMovement(tx, movement, facts.cause.now);
    return posted.ok ? ok(null) : posted;
  },
});

const STEPS = new RecordSteps<Kind, AdFacts, AdStepCause, 'insufficient_balance'>({
  spec: FIAT_AD,
  async write(tx, id, { snapshot, revision }, { before, extra, ...cause }) {
    const progress = { ...columnsOf(snapshot), revision, updatedAtMs: cause.now };
    if (extra === undefined) await noteProgress(tx, id, progress);
    const after =
      extra === undefined
        ? { ...before, ...progress }
        : await updateAd(tx, id, { ...extra, ...progress });
    return { before, after, cause };
  },
  effects: {
    freezeTotal: booked((facts) =>
      adPosted({ ...fundsOf(facts), amount: units(facts.after.total) }),
    ),
    resizeEscrow: booked((facts) => {
      const { before, after } = facts;
      if (after.total === before.total) return null;
      return adResized(fundsOf(facts), after.total - before.total);
    }),
    releaseRemainder: booked((facts) => {
      const { remaining } = facts.after;
      return remaining === 0n ? null : adEnded({ ...fundsOf(facts), amount: units(remaining) });
    }),
    // The step of the order books it, see `escrow.ts`: the order knows its held amount.
    releaseReturned: {},
    // The callers of a step notify the merchant and raise the versions of the lists.
    notifyMerchant: {},
  },
});

/**
 * Applies an event to an ad. Returns a refusal when the merchant's balance is too small; the caller
 * must then roll back. Returns null when the state of the ad rejects the event. The caller notifies the
 * merchant after the commit.
 * @param before the row, locked.
 */
export async function changeAd(
  tx: Transaction,
  before: AdRow,
  event: FiatAdEvent,
  cause: AdCause,
  extra?: AdChange,
): Promise<Result<AdRow, 'insufficient_balance'> | null> {
  const taken = await STEPS.send(tx, { id: before.id, event }, { ...cause, before, extra });
  return taken?.ok === true ? ok(taken.value.facts.after) : taken;
}

/**
 * Applies an order's event to an ad that this transaction has locked.
 * @throws AssertionError when the state of the ad rejects it: an order takes no more than remains, and gives back the amount that it took.
 */
export async function stepOfOrder(
  tx: Transaction,
  { ad, life }: AdAlive,
  event: Extract<FiatAdEvent, { type: `order.${string}` }>,
  cause: AdCause,
): Promise<Pick<AdStep, 'effects'>> {
  const taken = await STEPS.sendSeen(tx, { seen: life, event }, { ...cause, before: ad });
  assert(taken !== null, `ad ${ad.id} refuses ${event.type}`);
  assert(taken.ok, `ad ${ad.id}: what remains of it is frozen`);
  return taken.value;
}

/** Inserts an ad, starts its lifecycle and freezes the coins that a sell ad offers. Refuses like {@link changeAd}. */
export async function beginAd(
  tx: Transaction,
  { isOpening, ...posted }: PostedAd,
  cause: AdCause,
): Promise<Result<AdRow, 'insufficient_balance'>> {
  const { total, side, userId: merchantId } = posted;
  const { now } = cause;
  const input = { merchantId, side, total: String(total), opensAtOnce: isOpening };
  const begun = await STEPS.begin(tx, input, now, async ({ snapshot, revision }) => {
    const row = await insertAd(tx, {
      ...posted,
      ...columnsOf(snapshot),
      autoOpen: isOpening,
      revision,
      createdAtMs: now,
      updatedAtMs: now,
    });
    return { id: row.id, facts: { before: row, after: row, cause } };
  });
  return begun.ok ? ok(begun.value.facts.after) : begun;
}

/** The columns of the row that follow from the snapshot. */
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

const fundsOf = ({ after: { id, userId, currencyId }, cause }: AdFacts) => ({
  causeId: String(id),
  ownerId: userId,
  actorId: cause.actorId,
  requestId: cause.requestId,
  currencyId,
});
