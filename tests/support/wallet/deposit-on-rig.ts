/** A deposit as a system of the path runner, moved by a scanner's reports. */
import { sql } from 'drizzle-orm';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { DepositContext } from '../../../machines/domain/wallet/deposit.context.ts';
import type { DepositEvent } from '../../../machines/domain/wallet/deposit.events.ts';
import type { depositMachine } from '../../../machines/domain/wallet/deposit.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import type {
  BlockRef,
  OwnPayment,
  TransactionFate,
} from '../../../server/areas/custody/custody.area.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { depositPhase } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { USDT } from '../spot/spot-exchange.ts';
import type { WalletRig } from './wallet-rig.ts';

const FIRST_BLOCK = 100;

interface Observation {
  readonly phase: string;
  readonly confirmations: number;
  readonly revision: number;
  readonly available: string;
  /** Revision of the last event. */
  readonly notifiedRevision: number | null;
  readonly mails: number;
  readonly faults: readonly string[];
}

export class DepositOnRig implements System {
  readonly #rig: WalletRig;
  readonly #chain: string;
  readonly #payment: OwnPayment;
  #block: BlockRef;
  #isMined = false;

  static async begin(rig: WalletRig, amount: bigint): Promise<DepositOnRig> {
    return new DepositOnRig(rig, await rig.newPerson(), amount);
  }

  private constructor(rig: WalletRig, userId: number, amount: bigint) {
    this.#rig = rig;
    this.#chain = rig.newChain().name;
    this.#block = this.#ref(FIRST_BLOCK);
    this.#payment = {
      transactionHash: `${this.#chain} payment`,
      outputIndex: 0,
      address: `${this.#chain} address`,
      currencyId: USDT,
      amount,
      userId,
    };
  }

  async start(): Promise<void> {
    await this.#readWaiting('waiting');
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as DepositEvent;
    // Only the chain can send these events; tests over HTTP check that no call does.
    if (event.by.role !== 'chain') return;
    if (event.type === 'output.vanished' && !this.#isMined) return this.#forget();
    if (event.type === 'output.vanished') {
      this.#isMined = false;
      const { database, deposits } = this.#rig;
      const fact = { chain: this.#chain, block: this.#block };
      await transaction(database, (tx) => deposits.blockDisconnected(tx, fact));
      return this.#moveHead(this.#block.number - 1);
    }
    // A block has at least one confirmation.
    if (event.confirmations < 1) return;
    this.#block = this.#ref(event.blockNumber);
    await this.#connect();
    const { caps } = this.#rig;
    const { total } = caps;
    if (event.isOverCap) caps.total = 0n;
    await this.#moveHead(event.blockNumber + event.confirmations - 1);
    caps.total = total;
  }

  advance(delay: string): never {
    throw new Error(`a deposit has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const { userId } = this.#payment;
    const { rows } = await this.#rig.database.execute<{
      phase: string;
      confirmations: number;
      revision: number;
    }>(sql`select phase, confirmations, revision from deposits where user_id = ${userId}`);
    const row = ensure(rows[0], 'the deposit');
    const updates = this.#rig.published.findLast((one) => one.userId === userId)?.event;
    return {
      ...row,
      available: String(this.#rig.balance(userId).available),
      notifiedRevision: updates?.kind === 'deposit' ? updates.record.revision : null,
      mails: this.#rig.mails.filter((one) => one.userId === userId).length,
      faults: await this.#rig.newFaults(),
    };
  }

  /** The state by the model. */
  readonly expected = ({ snapshot }: Move): Observation => {
    const phase = depositPhase(snapshot as SnapshotFrom<typeof depositMachine>);
    const { confirmations, revision, amount, credits } = snapshot.context as DepositContext;
    const isIn = phase === 'credited' || phase === 'settled';
    return {
      phase,
      confirmations,
      revision,
      available: isIn ? amount : '0',
      notifiedRevision: revision,
      mails: credits,
      faults: [],
    };
  };

  #ref(number: number): BlockRef {
    return { number, hash: `${this.#chain} block ${number}` };
  }

  /** The network does not know it for so long that it is given up. */
  async #forget(): Promise<void> {
    await this.#readWaiting('unknown');
    await this.#rig.advance(CHAIN_LIMITS.deposit_unknown_ms_max);
    await this.#readWaiting('unknown');
  }

  #readWaiting(fate: TransactionFate): Promise<void> {
    return this.#rig.deposits.waitingRead({
      chain: this.#chain,
      payments: fate === 'waiting' ? [this.#payment] : [],
      fateOf: () => Promise.resolve(fate),
    });
  }

  #connect(): Promise<void> {
    this.#isMined = true;
    const { database, deposits } = this.#rig;
    const fact = { chain: this.#chain, block: this.#block, payments: [this.#payment] };
    return transaction(database, (tx) => deposits.blockConnected(tx, fact));
  }

  #moveHead(number: number): Promise<void> {
    return this.#rig.deposits.headMoved(this.#chain, this.#ref(number));
  }
}
