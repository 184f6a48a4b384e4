/**
 * Notices to owners of contract accounts outside of the app. The commit that decides something also stores its
 * notices in the outbox, so that a kill loses none. Push: warnings, and ends that the owner did not ask for. Mail or
 * text message too: warnings, stop-outs, deleveraging, and the announced end of a market.
 */
import { riskRatioBpOf } from '../../../contract/figures/lever-account.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import { utcText } from '../../kit/notify/utc-text.ts';
import { userNotice } from '../../kit/notify/user-notice.ts';
import { packOf } from '../../kit/outbox/outbox-draft.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import { leverPush } from './lever-push.ts';
import type { LeverPushAbout } from './lever-push-texts.ts';
import type { LeverBatch } from './lever-exchange.types.ts';

/**
 * Notices of one kind to one owner in an hour; the history has all of them. Without a limit, one user whose orders
 * end again and again would delay the notices of all other users.
 */
const STOP_OUTS_OF_HOUR_MAX = 3;
const OTHERS_OF_HOUR_MAX = 10;
/** Decimals of a ratio in percent that has hundredths. */
const PERCENT_SCALE = 2;

/** A second with so many notices is one of a mass stop-out, which a busy machine writes in small commits. */
const MASS = 128;
/** The notices of a mass stop-out wait so long, because their deliveries would delay its other commits. */
const MASS_DELAY_MS = 2 * SECOND_MS;

type EndedOrder = LeverBatch['orders'][number];

export class LeverNotices {
  /** Notices in the present hour, by kind and owner. */
  readonly #given = new Map<string, number>();
  #hour = 0;
  /** Notices since the begin of a second. */
  #lately = { fromMs: 0, count: 0 };

  /**
   * Returns the stored form of a commit's notices, and their due time. A mass stop-out has one message for all of them,
   * because two rows for each account are much work for its commits.
   */
  storedOf(batch: Pick<LeverBatch, 'atMs' | 'orders' | 'warnings'>): {
    readonly notices: readonly OutboxDraft[];
    readonly dueAtMs: EpochMs;
  } {
    const notices = this.of(batch);
    const dueAtMs = this.dueAtMs(notices.length, batch.atMs);
    const isMass = dueAtMs > batch.atMs && notices.length > 1;
    return { notices: isMass ? [packOf(notices)] : notices, dueAtMs };
  }

  /** Returns when so many notices of the next commit are due. */
  dueAtMs(count: number, atMs: EpochMs): EpochMs {
    const { fromMs, count: before } = this.#lately;
    const isOver = atMs - fromMs >= SECOND_MS;
    this.#lately = isOver ? { fromMs: atMs, count } : { fromMs, count: before + count };
    return this.#lately.count < MASS ? atMs : atMs + MASS_DELAY_MS;
  }

  /** Returns the notices of a commit, in order. One owner hears of a kind of end once. */
  of({ atMs, orders, warnings }: Pick<LeverBatch, 'atMs' | 'orders' | 'warnings'>): OutboxDraft[] {
    const ends = endsOf(orders);
    const stoppedOut = ends.get('stopped_out') ?? new Map<number, EndedOrder[]>();
    const drafts: OutboxDraft[] = warnings.flatMap(({ ownerId, level, equity, margin }) => {
      const ratioBp = riskRatioBpOf(equity, margin);
      if (ratioBp === null || level === 'calm' || stoppedOut.has(ownerId)) return [];
      const percent = formatUnits(ratioBp, PERCENT_SCALE);
      const about = level === 'danger' ? 'near_stop_out' : 'margin_low';
      if (!this.#mayNotify(about, ownerId, atMs)) return [];
      return [
        leverPush({ userId: ownerId, about, orderId: null }),
        userNotice(ownerId, { kind: 'marginLow', percent }),
      ];
    });
    for (const [about, owners] of ends)
      for (const [ownerId, ended] of owners)
        if (this.#mayNotify(about, ownerId, atMs)) drafts.push(...draftsOf(about, ownerId, ended));
    return drafts;
  }

  /** False for an owner who got several notices of this kind in this hour. */
  #mayNotify(about: LeverPushAbout, ownerId: number, atMs: EpochMs): boolean {
    const hour = Math.floor(atMs / HOUR_MS);
    if (hour !== this.#hour) this.#given.clear();
    this.#hour = hour;
    const key = `${about} ${ownerId}`;
    const given = this.#given.get(key) ?? 0;
    if (given >= (about === 'stopped_out' ? STOP_OUTS_OF_HOUR_MAX : OTHERS_OF_HOUR_MAX))
      return false;
    this.#given.set(key, given + 1);
    return true;
  }
}

/** Returns the notices to each holder of a market whose end is announced; the user id is filled in later. */
export function endAnnouncement(contract: string, endsAtMs: EpochMs): readonly OutboxDraft[] {
  const time = utcText(endsAtMs);
  return [
    leverPush({ userId: 0, about: 'ends_soon', orderId: null }),
    userNotice(0, { kind: 'contractEnds', contract, time }),
  ];
}

function draftsOf(
  about: LeverPushAbout,
  ownerId: number,
  ended: readonly EndedOrder[],
): OutboxDraft[] {
  const orderId = ended.length === 1 ? (ended[0]?.id ?? null) : null;
  const push = leverPush({ userId: ownerId, about, orderId });
  if (about === 'stopped_out') return [push, userNotice(ownerId, { kind: 'stoppedOut' })];
  if (about === 'deleveraged') return [push, userNotice(ownerId, { kind: 'deleveraged' })];
  return [push];
}

type Ends = Map<LeverPushAbout, Map<number, EndedOrder[]>>;

/** Returns the ended orders that their owners did not end, by kind of end and owner. */
function endsOf(orders: readonly EndedOrder[]): Ends {
  const ends: Ends = new Map();
  for (const order of orders) {
    const about = aboutEndOf(order);
    if (about === null) continue;
    const owners = ends.get(about) ?? new Map<number, EndedOrder[]>();
    ends.set(about, owners);
    owners.set(order.ownerId, [...(owners.get(order.ownerId) ?? []), order]);
  }
  return ends;
}

function aboutEndOf({ state, closeReason, cancelReason }: LeverOrder): LeverPushAbout | null {
  if (state === 'closed' && closeReason !== null && closeReason !== 'owner')
    return closeReason === 'stop_out' ? 'stopped_out' : closeReason;
  // A stop-out has its own notice.
  const isKnown = cancelReason === 'owner' || cancelReason === 'account_stopped_out';
  return state === 'cancelled' && !isKnown ? 'lapsed' : null;
}
