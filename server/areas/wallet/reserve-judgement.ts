/**
 * Compares the holdings of the wallets of a chain with deposits and withdrawals. A reserve is their holding beyond deposits less withdrawals: coins of the exchange. It may only fall by network fees. Any further fall was taken without this program.
 */

/** One currency of a chain as of one block, in units of the ledger. */
export interface Holdings {
  /** Held by the hot wallet and the deposit addresses. */
  readonly held: bigint;
  /** Sum of the deposits. */
  readonly received: bigint;
  /** Sum of the withdrawals that are paid, as booked: without and with their fees. */
  readonly paid: bigint;
  readonly paidWithFees: bigint;
  /** Sum of the withdrawals that may be paid, and are not booked yet. */
  readonly mayBePaid: bigint;
  /** The highest network fees of the transfers since the last comparison. */
  readonly feesMax: bigint;
}

/** State of a currency of a chain after a comparison. */
export interface Reserve {
  readonly reserve: bigint;
  /** The least surplus at the last comparison; a rise counts when it is seen twice. */
  readonly seen: bigint;
  /** Network fees that may still be missing from the reserve. */
  readonly feesOpen: bigint;
  /** Whether coins are missing, and no operator has acknowledged it yet. */
  readonly isShort: boolean;
}

export interface Judgement {
  readonly next: Reserve;
  /** Missing amount; 0 when nothing is missing. */
  readonly missing: bigint;
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** @param before the last comparison; undefined for the first, which accepts any surplus. */
export function judgeReserve(before: Reserve | undefined, found: Holdings): Judgement {
  const least = found.held - found.received + found.paid;
  const most = least + found.mayBePaid;
  if (before === undefined) {
    // Users are owed deposits less all that left their accounts; fees pay the network.
    const missing = larger(0n, -(most + found.paidWithFees - found.paid));
    if (missing === 0n)
      return { next: { reserve: least, seen: least, feesOpen: 0n, isShort: false }, missing };
    return { next: { reserve: most + missing, seen: most, feesOpen: 0n, isShort: true }, missing };
  }
  const feesOpen = before.feesOpen + found.feesMax;
  const missing = before.reserve - most;
  if (missing > feesOpen)
    return { next: { ...before, seen: most, feesOpen, isShort: true }, missing };
  const known = { seen: least, isShort: false };
  if (missing > 0n) return { next: { ...known, reserve: most, feesOpen: 0n }, missing: 0n };
  // A rise that is seen once may be a withdrawal that the chain counts later than the ledger.
  const rise = smaller(before.seen, least);
  const hasRisen = rise > before.reserve;
  const next = {
    ...known,
    reserve: hasRisen ? rise : before.reserve,
    feesOpen: hasRisen ? 0n : feesOpen,
  };
  return { next, missing: 0n };
}

/** Whether more is missing than at the last comparison, so that an operator must see the new amount. */
export const hasGrown = (before: Reserve | undefined, missing: bigint): boolean =>
  missing > (before?.isShort === true ? before.reserve - before.seen : 0n);

/** The reserve after an operator's acknowledgement: what was found last is accepted. */
export const acceptReserve = ({ reserve, seen }: Reserve): Reserve => {
  const accepted = smaller(reserve, seen);
  return { reserve: accepted, seen: accepted, feesOpen: 0n, isShort: false };
};
