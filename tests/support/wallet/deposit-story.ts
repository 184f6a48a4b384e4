/**
 * A random chain: payments to two users that are reported as pending, late or never, blocks with them in any
 * order, replaced blocks, and a scanner that repeats its reports. Users spend arriving coins in between.
 */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { BlockRef, OwnPayment } from '../../../server/areas/custody/custody.area.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { BTC_USDT, COIN, USDT } from '../spot/spot-exchange.ts';
import { MINIMUM, type WalletRig } from './wallet-rig.ts';

const PAYMENTS = 5;
const STEPS = 24;
const TICKS_PER_USDT = 100;
const LOTS_PER_BTC = 1_000;
/** Fewer blocks than the confirmations after which no deposit is reversed. */
const REORGANISATION_MAX = 4;

interface StoryBlock extends BlockRef {
  readonly payments: readonly OwnPayment[];
}

/** Results by user: phases of all payments that a block contains in the end, and money. */
interface Outcome {
  readonly phases: Readonly<Record<string, string>>;
  /** Balance of each user, less the shortfall. */
  readonly worth: readonly string[];
}

export class DepositStory {
  readonly #rig: WalletRig;
  readonly #chain: string;
  readonly #people: readonly number[];
  readonly #random: () => number;
  /** Payments that no block contains now. */
  #waiting: OwnPayment[];
  readonly #all: readonly OwnPayment[];
  readonly #blocks: StoryBlock[] = [];
  #hashes = 0;

  static async begin(rig: WalletRig, seed: number): Promise<DepositStory> {
    const people = [await rig.newPerson(), await rig.newPerson()];
    return new DepositStory(rig, seed, people);
  }

  private constructor(rig: WalletRig, seed: number, people: readonly number[]) {
    this.#rig = rig;
    this.#chain = rig.newChain().name;
    this.#people = people;
    this.#random = createRandom(seed);
    this.#all = Array.from({ length: PAYMENTS }, (_, index) => this.#payment(index));
    this.#waiting = [...this.#all];
  }

  /** Reports everything, and at last enough blocks to settle all deposits. */
  async tell(): Promise<void> {
    for (let step = 0; step < STEPS; step++) await this.#step();
    await this.#connect();
    for (let depth = 0; depth < 6; depth++) await this.#connect(0);
    const { exchange, now } = this.#rig;
    for (const ownerId of this.#people)
      await exchange.cancelAll({ ownerId, requestId: 'r', now, marketId: BTC_USDT.id });
    await this.#moveHead();
    // Forgotten payments are given up in the end.
    await this.#readWaiting([]);
    await this.#rig.advance(CHAIN_LIMITS.deposit_unknown_ms_max);
    await this.#readWaiting([]);
  }

  /** The actual result. */
  async outcome(): Promise<Outcome> {
    const { rows } = await this.#rig.database.execute<{ hash: string; phase: string }>(sql`
      select transaction_hash as hash, phase from deposits
      where chain = ${this.#chain} and phase <> 'reversed'`);
    const worth: string[] = [];
    for (const id of this.#people) {
      const owed = await this.#owed(id);
      const { available } = this.#rig.balance(id);
      worth.push(String(available - owed));
    }
    return { phases: Object.fromEntries(rows.map(({ hash, phase }) => [hash, phase])), worth };
  }

  /** The result if each block is reported once and none is replaced. */
  clean(): Outcome {
    const reported = this.#blocks.flatMap(({ payments }) => payments);
    const isLarge = ({ amount }: OwnPayment) => amount >= MINIMUM;
    return {
      phases: Object.fromEntries(
        reported.map((one) => [one.transactionHash, isLarge(one) ? 'settled' : 'below_minimum']),
      ),
      worth: this.#people.map((id) =>
        String(
          reported
            .filter((one) => one.userId === id && isLarge(one))
            .reduce((sum, { amount }) => sum + amount, 0n),
        ),
      ),
    };
  }

  async #step(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.35) await this.#connect();
    else if (chance < 0.5) await this.#reorganise();
    else if (chance < 0.65) await this.#repeat();
    else if (chance < 0.75) await this.#spend();
    else if (chance < 0.85) await this.#readWaiting(this.#toldAsWaiting());
    else await this.#moveHead();
  }

  /** Mines a block with some of the pending payments, in any order. */
  async #connect(count = this.#below(this.#waiting.length + 1)): Promise<void> {
    const payments = this.#shuffled(this.#waiting).slice(0, count);
    this.#waiting = this.#waiting.filter((one) => !payments.includes(one));
    const block = { ...this.#nextRef(), payments };
    this.#blocks.push(block);
    await this.#tellConnected(block);
  }

  /** Removes the newest blocks; some of their payments are forgotten for good. */
  async #reorganise(): Promise<void> {
    const depth = Math.min(1 + this.#below(REORGANISATION_MAX), this.#blocks.length);
    const gone: StoryBlock[] = [];
    for (let i = 0; i < depth; i++) {
      const block = ensure(this.#blocks.pop(), 'a block');
      await this.#tellDisconnected(block);
      gone.push(block);
      this.#waiting.push(...block.payments.filter(() => this.#random() < 0.9));
    }
    if (this.#random() < 0.3) await this.#moveHead();
    // The longer chain wins.
    for (let i = 0; i <= depth; i++) await this.#connect();
    for (const block of gone) if (this.#random() < 0.3) await this.#tellDisconnected(block);
  }

  /** Moves the cursor back, so that the newest blocks are reported again. */
  async #repeat(): Promise<void> {
    const from = this.#below(this.#blocks.length + 1);
    for (const block of this.#blocks.slice(from)) await this.#tellConnected(block);
    if (this.#random() < 0.5) await this.#moveHead();
  }

  /** A user puts some of the arrived coins into an order, out of reach, or takes them all out again. */
  async #spend(): Promise<void> {
    const { exchange, now } = this.#rig;
    const ownerId = ensure(this.#people[this.#below(this.#people.length)], 'a person');
    const request = { ownerId, requestId: 'r', now, marketId: BTC_USDT.id };
    if (this.#random() < 0.3) await exchange.cancelAll(request);
    const { available } = this.#rig.balance(ownerId);
    const coins = (available * BigInt(1 + this.#below(4))) / 4n / COIN;
    if (coins === 0n) return;
    await exchange.place({
      ...request,
      side: 'buy',
      kind: 'limit',
      priceTicks: TICKS_PER_USDT,
      quantityLots: Number(coins) * LOTS_PER_BTC,
      amount: null,
      idempotencyKey: null,
    });
  }

  async #moveHead(): Promise<void> {
    const head = this.#blocks.at(-1);
    if (head !== undefined) await this.#rig.deposits.headMoved(this.#chain, head);
  }

  /** Most pending payments, and some that are not pending any more, because a node may be late. */
  #toldAsWaiting(): OwnPayment[] {
    const isTold = (one: OwnPayment) => this.#random() < (this.#waiting.includes(one) ? 0.8 : 0.1);
    return this.#shuffled(this.#all.filter(isTold));
  }

  async #readWaiting(payments: readonly OwnPayment[]): Promise<void> {
    if (this.#random() < 0.2) await this.#rig.advance(CHAIN_LIMITS.deposit_unknown_ms_max / 2);
    const isOf = (hash: string) => (one: OwnPayment) => one.transactionHash === hash;
    const mined = this.#blocks.flatMap((block) => block.payments);
    await this.#rig.deposits.waitingRead({
      chain: this.#chain,
      payments,
      fateOf: async (hash) => {
        if (mined.some(isOf(hash))) return 'reported';
        return this.#waiting.some(isOf(hash)) ? 'waiting' : 'unknown';
      },
    });
  }

  #tellConnected({ number, hash, payments }: StoryBlock): Promise<void> {
    const { database, deposits } = this.#rig;
    const fact = { chain: this.#chain, block: { number, hash }, payments };
    return transaction(database, (tx) => deposits.blockConnected(tx, fact));
  }

  #tellDisconnected({ number, hash }: BlockRef): Promise<void> {
    const { database, deposits } = this.#rig;
    const fact = { chain: this.#chain, block: { number, hash } };
    return transaction(database, (tx) => deposits.blockDisconnected(tx, fact));
  }

  async #owed(userId: number): Promise<bigint> {
    const { rows } = await this.#rig.database.execute<{ owed: string }>(sql`
      select coalesce(sum(shortfall), 0)::text as owed from deposits where user_id = ${userId}`);
    return BigInt(ensure(rows[0], 'a sum').owed);
  }

  #payment(index: number): OwnPayment {
    const userId = ensure(this.#people[index % this.#people.length], 'a person');
    // One payment in four is below the minimum.
    const amount = this.#random() < 0.25 ? MINIMUM - 1n : BigInt(1 + this.#below(50)) * COIN;
    return {
      transactionHash: `${this.#chain} payment ${index}`,
      outputIndex: index,
      address: `${this.#chain} of ${userId}`,
      currencyId: USDT,
      amount,
      userId,
    };
  }

  #nextRef(): BlockRef {
    const number = (this.#blocks.at(-1)?.number ?? 0) + 1;
    return { number, hash: `${this.#chain} block ${++this.#hashes}` };
  }

  #shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.#random() }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ item }) => item);
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }
}
