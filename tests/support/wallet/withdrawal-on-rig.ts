/** A withdrawal as a system of the path runner, moved by its owner, operators and a scripted chain. */
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import type { WithdrawalContext } from '../../../machines/domain/wallet/withdrawal.context.ts';
import type { WithdrawalEvent } from '../../../machines/domain/wallet/withdrawal.events.ts';
import type { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import type { SignedTransfer, TransferStatus } from '../../../server/areas/custody/custody.area.ts';
import { withdrawalPhase } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import type { WithdrawalRow } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { transfersOf } from '../../../server/areas/wallet/withdrawal-transfers.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import type { ScriptedChain } from '../custody/scripted-chain.ts';
import { RULES, type WalletRig } from './wallet-rig.ts';

const BLOCK = 200;

interface Observation {
  /** Null while no user can see it. */
  readonly record: null | {
    readonly phase: string;
    readonly confirmations: number;
    readonly revision: number;
    readonly hash: 'none' | 'signed' | 'other';
    readonly reason: string | null;
    readonly reasonText: string | null;
    readonly operatorId: number | null;
    /** Revision of the last event. */
    readonly notifiedRevision: number | null;
  };
  readonly available: string;
  readonly frozen: string;
  /** Number of nonces among the broadcast transactions. */
  readonly noncesSent: number;
  readonly faults: readonly string[];
}

export class WithdrawalOnRig implements System {
  readonly #rig: WalletRig;
  readonly #chain: ScriptedChain;
  readonly #amount: bigint;
  #userId = 0;
  #id: number | undefined;
  #isAsked = false;
  /** The user's initial funds. */
  #funds: bigint;

  constructor(rig: WalletRig, amount: bigint) {
    this.#rig = rig;
    this.#chain = rig.newChain();
    this.#amount = amount;
    this.#funds = amount * 2n;
  }

  async start(): Promise<void> {
    this.#userId = await this.#rig.newPerson(this.#funds);
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as WithdrawalEvent;
    await this.#perform(event);
    await this.#rig.broadcasts.idle();
  }

  async advance(): Promise<void> {
    await this.#rig.advance(RULES.broadcastTimeoutMs);
  }

  async observe(): Promise<Observation> {
    const { available, frozen } = this.#rig.balance(this.#userId);
    const row =
      this.#id === undefined ? undefined : await findWithdrawal(this.#rig.database, this.#id);
    return {
      record: row === undefined ? null : this.#recordOf(row),
      available: String(available),
      frozen: String(frozen),
      noncesSent: new Set(this.#chain.sent.map(withoutRaises)).size,
      faults: await this.#rig.newFaults(),
    };
  }

  /** The state by the model. */
  readonly expected = (move: Move): Observation => {
    const snapshot = move.snapshot as SnapshotFrom<typeof withdrawalMachine>;
    const context: WithdrawalContext = snapshot.context;
    const phase = withdrawalPhase(snapshot);
    const isSeen = phase !== 'requested' && phase !== 'refused';
    const isHeld = snapshot.hasTag('holding');
    const isGone = isHeld || phase === 'success';
    return {
      record: isSeen
        ? {
            phase,
            confirmations: context.confirmations,
            revision: context.revision,
            hash: hashKind(context.transactionHash, SIGNED_IN_MODEL),
            reason: context.reason,
            reasonText: context.reasonText,
            operatorId: context.operatorId,
            notifiedRevision: notifiedRevision(move, this.#notifiedRevision),
          }
        : null,
      available: String(isGone ? this.#funds - this.#amount : this.#funds),
      frozen: String(isHeld ? this.#amount : 0n),
      noncesSent: this.#chain.sent.length > 0 ? 1 : 0,
      faults: [],
    };
  };

  /** Revision after the last step; a rebroadcast of a forgotten transaction notifies no user. */
  get #notifiedRevision(): number | null {
    const updates = this.#rig.published.findLast((one) => one.userId === this.#userId)?.event;
    return updates?.kind === 'withdrawal' ? updates.record.revision : null;
  }

  #recordOf(row: WithdrawalRow): Observation['record'] {
    const { phase, confirmations, revision, reason, reasonText, operatorId } = row;
    const signed = this.#chain.sent[0]?.hash ?? row.transactionHash;
    return {
      phase,
      confirmations,
      revision,
      hash: hashKind(row.transactionHash, signed),
      reason,
      reasonText,
      operatorId,
      notifiedRevision: this.#notifiedRevision,
    };
  }

  async #perform(event: WithdrawalEvent): Promise<void> {
    switch (event.type) {
      case 'funds.held':
      case 'funds.refused':
        if (event.by.role === 'system') await this.#create(event.type === 'funds.held');
        return;
      case 'withdrawal.cancel': {
        if (event.by.role !== 'person' || this.#id === undefined) return;
        const isOwner = event.by.userId === OWNER_IN_MODEL;
        const userId = isOwner ? this.#userId : this.#userId + 1_000_000;
        await this.#rig.withdrawals.cancel(userId, this.#id, this.#rig.now);
        return;
      }
      case 'transaction.signed':
        if (event.by.role === 'system') await this.#sign();
        return;
      case 'transaction.replaced':
        if (event.by.role === 'system') await this.#raise();
        return;
      default:
        if (event.by.role === 'operator') await this.#decide(event);
        if (event.by.role === 'chain' && event.type.startsWith('transaction.'))
          await this.#see(event);
    }
  }

  /** Creates it so that nothing is signed before the path says so, and no broadcast is accepted by itself. */
  async #create(isCovered: boolean): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#chain.hindrance = 'unreachable';
    const amount = isCovered ? this.#amount : this.#funds + 1n;
    const id = await this.#rig.withdraw(this.#userId, this.#chain.name, amount);
    this.#id = id ?? undefined;
  }

  async #sign(): Promise<void> {
    this.#chain.hindrance = null;
    this.#chain.answers.push('unreachable');
    this.#rig.broadcasts.wake(this.#chain.name);
    await this.#rig.broadcasts.idle();
    // Without a signature there was no broadcast either, and the chain must not sign it in a later step.
    this.#chain.answers = [];
    if (this.#chain.sent.length === 0) this.#chain.hindrance = 'unreachable';
  }

  /** The chain would sign a higher fee; it is asked only about a transaction that waits for a block. */
  async #raise(): Promise<void> {
    const row = await this.#row();
    if (row?.phase === 'confirming' && row.confirmations === 0) {
      this.#setStatuses(row, { kind: 'pending' });
      await this.#rig.advance(RULES.raiseFeeAfterMs);
    }
    this.#chain.raising = 'signed';
    await this.#rig.broadcasts.headMoved(this.#chain.name, await this.#chain.head());
    await this.#rig.broadcasts.idle();
    this.#chain.raising = null;
  }

  async #decide(event: WithdrawalEvent): Promise<void> {
    if (this.#id === undefined) return;
    const { review, now } = this.#rig;
    const alsoWrite = () => Promise.resolve();
    const decision = { withdrawalId: this.#id, operatorId: event.by.userId, now, alsoWrite };
    switch (event.type) {
      case 'withdrawal.approve':
        await review.approve(decision);
        return;
      case 'withdrawal.release':
        await review.release(decision, event.feeMaxFactor);
        return;
      case 'withdrawal.reject':
        await review.reject(decision, event.reason, event.text);
        return;
      case 'withdrawal.confirmSent':
      case 'withdrawal.declareUnsent': {
        const row = await this.#row();
        // The chain's proof that the signed bytes never pay, in addition to the operator's evidence.
        this.#setStatuses(row, { kind: 'impossible' });
        if (event.type === 'withdrawal.confirmSent') await review.confirmSent(decision, event.hash);
        else await review.declareUnsent(decision, event.text);
        this.#chain.statuses.clear();
        return;
      }
      case 'withdrawal.rebroadcast':
        this.#chain.statuses.clear();
        this.#chain.answers = ['unreachable'];
        await review.rebroadcast(decision);
        await this.#rig.broadcasts.idle();
        this.#chain.answers = [];
        return;
      default:
        // No call of an operator does that.
        return;
    }
  }

  /** Sets the chain's state, which the next block reports. */
  async #see(event: WithdrawalEvent): Promise<void> {
    const row = await this.#row();
    // If a block had it, the network's knowledge changes nothing; a change would be that no block has it.
    if (event.type === 'transaction.accepted' && row?.phase !== 'broadcasting') return;
    this.#setStatuses(row, statusOf(event));
    if (event.type === 'transaction.failed' && event.hash !== undefined && row !== undefined)
      this.#useNonce(row, event.hash);
    this.#chain.headNumber =
      event.type === 'transaction.confirmed' ? BLOCK + event.confirmations - 1 : BLOCK;
    await this.#rig.broadcasts.headMoved(this.#chain.name, await this.#chain.head());
    await this.#rig.broadcasts.idle();
    this.#chain.used = null;
    // A rebroadcast transaction is known again.
    if (event.type === 'transaction.dropped') this.#setStatuses(row, { kind: 'pending' });
  }

  /** Has a transfer of the withdrawal mined that only an earlier database knew, and that paid nothing. */
  #useNonce(row: WithdrawalRow, hash: string): void {
    const [first] = transfersOf(row);
    const { currencyId, address, amount, fee } = row;
    this.#setStatuses(row, { kind: 'impossible' });
    this.#chain.spend = { nonce: 0, feeMax: 0n, cancellationFeeMax: 0n };
    this.#chain.used = {
      nonce: 0,
      hash,
      rawTransaction: `${first?.rawTransaction ?? ''}+`,
      target: { currencyId, address, amount: amount - fee },
    };
    const block = { number: BLOCK, hash: 'block' };
    this.#chain.statuses.set(hash, { kind: 'mined', block, succeeded: false });
  }

  async #row(): Promise<WithdrawalRow | undefined> {
    return this.#id === undefined ? undefined : findWithdrawal(this.#rig.database, this.#id);
  }

  /** A block has one transaction of a nonce, the newest; everything else is true of all. */
  #setStatuses(row: WithdrawalRow | undefined, status: TransferStatus): void {
    for (const { hash } of row === undefined ? [] : transfersOf(row)) {
      const isMined = status.kind === 'mined' && hash === row?.transactionHash;
      const ofThis = isMined || status.kind !== 'mined' ? status : ({ kind: 'unknown' } as const);
      this.#chain.statuses.set(hash, ofThis);
    }
  }
}

const OWNER_IN_MODEL = 1;
const SIGNED_IN_MODEL = `0x${'ab'.repeat(32)}`;

function hashKind(hash: string | null, signed: string | null): 'none' | 'signed' | 'other' {
  if (hash === null) return 'none';
  return hash === signed ? 'signed' : 'other';
}

/** Steps without a notice leave the last revision. */
function notifiedRevision({ snapshot, effects }: Move, before: number | null): number | null {
  return effects.includes('notifyOwner')
    ? (snapshot.context as WithdrawalContext).revision
    : before;
}

function statusOf(event: WithdrawalEvent): TransferStatus {
  const block = { number: BLOCK, hash: 'block' };
  switch (event.type) {
    case 'transaction.accepted':
      return { kind: 'pending' };
    case 'transaction.confirmed':
      return { kind: 'mined', block, succeeded: true };
    case 'transaction.failed':
      return { kind: 'mined', block, succeeded: false };
    case 'transaction.doubted':
      return { kind: 'impossible' };
    default:
      return { kind: 'unknown' };
  }
}

const withoutRaises = ({ rawTransaction }: SignedTransfer): string =>
  rawTransaction.replaceAll('+', '');
