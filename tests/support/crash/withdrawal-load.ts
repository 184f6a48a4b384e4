/** Deposits and withdrawals of an exchange that is killed repeatedly: no money is lost, and none is paid twice. */
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import { eventually } from '../eventually.ts';
import { dataOf, errorOf, signIn } from '../users/accounts.ts';
import { newKey } from '../idempotency-key.ts';
import { balanceOf } from '../users/balances.ts';
import {
  depositsOf,
  newWithdrawer,
  withdraw,
  withdrawalOf,
  type Withdrawer,
} from '../wallet/wallet-users.ts';
import { ChainControl } from '../custody/chain-control.ts';
import { ROUNDS_PER_GENERATION, type CrashLoad, type CrashScene } from './crash-load.ts';

const PEOPLE = 4;
const FUNDS = 100_000;
/** Amounts in USDT: small ones approve themselves, large ones wait for the operator. */
const [SMALL, LARGE, DEPOSIT] = [12, 1_500, 50] as const;
/** Largest sum per user and round, because a fast machine would exceed the daily limit. */
const SUM_MAX = Math.floor(LIMITS.withdrawal_daily_limit_usdt / ROUNDS_PER_GENERATION);
/** The share for small withdrawals. */
const SMALL_SUM = 0.25 * SUM_MAX;
const SMALL_SHARE = 0.6;

/** Phases that a withdrawal does not leave by itself. */
const FINAL: readonly string[] = ['success', 'rejected', 'manual_review'];

interface Asked {
  readonly owner: Owner;
  readonly key: string;
  readonly amount: string;
  /** Undefined until there is a response. */
  answer: Withdrawal | undefined;
}

/** A user, who deposits once a round. */
interface Owner {
  person: Withdrawer;
  rounds: number;
}

export class WithdrawalLoad implements CrashLoad {
  readonly name = 'withdrawals';
  readonly #scene: CrashScene;
  readonly #chain: ChainControl;
  readonly #asked: Asked[] = [];
  readonly #owners: Owner[] = [];
  #rounds = 0;
  #askedBefore = 0;
  #askedAgain = 0;
  #faults: string[] = [];
  /** Decisions of the operator in this round. */
  #decisions: Promise<void>[] = [];
  #mining: Promise<void> | undefined;
  #isBlockDue = false;

  constructor(scene: CrashScene) {
    this.#scene = scene;
    this.#chain = new ChainControl(scene.server);
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    await this.#chain.stopMining();
    if (this.#rounds % ROUNDS_PER_GENERATION === 0)
      this.#owners.push(...(await newOwners(() => newWithdrawer(server, { USDT: String(FUNDS) }))));
    else await this.#signIn(this.#present());
    this.#rounds += 1;
    this.#askedBefore = this.#asked.length;
    await Promise.all(
      this.#present().map(async (owner) => {
        await this.#chain.deposit(owner.person.token, 'USDT', String(DEPOSIT));
        owner.rounds += 1;
      }),
    );
  }

  async run(): Promise<void> {
    await Promise.allSettled(this.#present().map((owner) => this.#withdrawOn(owner)));
    await Promise.all(this.#decisions.splice(0));
    await this.#mining;
  }

  /** Once a user has sent a second request, a response has arrived. */
  hasEnough(): boolean {
    return this.#asked.length - this.#askedBefore > PEOPLE;
  }

  /** The request under its key again: a response must name the same withdrawal as before the kill. */
  async askAgain(): Promise<void> {
    await this.#chain.stopMining();
    const asked = this.#asked.slice(this.#askedBefore);
    await Promise.all(asked.map((one) => this.#ask(one)));
  }

  contradictions(): Promise<readonly string[]> {
    return Promise.resolve(this.#faults.splice(0));
  }

  async finish(): Promise<readonly string[]> {
    await this.#signIn(this.#owners);
    await this.#settle();
    const found: string[] = [];
    for (const owner of this.#owners) found.push(...(await this.#faultsOf(owner)));
    return found;
  }

  counts(): Readonly<Record<string, number>> {
    return {
      withdrawals: this.#asked.length,
      'withdrawals asked again': this.#askedAgain,
      'withdrawals paid': this.#asked.filter(({ answer }) => answer?.phase === 'success').length,
    };
  }

  /** Sessions end after a quarter of an hour, before a long generation does. */
  async #signIn(owners: readonly Owner[]): Promise<void> {
    for (const owner of owners) {
      const { accessToken } = dataOf(await signIn(this.#scene.server, owner.person.email));
      owner.person = { ...owner.person, token: accessToken };
    }
  }

  #present(): readonly Owner[] {
    return this.#owners.slice(-PEOPLE);
  }

  /**
   * Withdraws until the server is gone. The operator decides about large withdrawals while the user goes on, so that a kill
   * meets a request of each user even if decisions take long.
   */
  async #withdrawOn(owner: Owner): Promise<void> {
    const { server, random } = this.#scene;
    for (;;) {
      await this.#scene.rest(this);
      const left = owner.rounds * SUM_MAX - this.#sumOf(owner);
      if (left < SMALL) return;
      const isSmall = random() < SMALL_SHARE || left < LARGE + SMALL_SUM;
      const amount = String(isSmall ? SMALL : LARGE);
      const one: Asked = { owner, key: newKey(), amount, answer: undefined };
      this.#asked.push(one);
      one.answer = dataOf(await withdraw(server, owner.person, { amount }, one.key));
      const { id, phase } = one.answer;
      const isGood = random() < 0.5;
      // A kill ends decisions as well; `finish` makes the missing ones.
      if (phase === 'pending_review')
        this.#decisions.push(this.#decide(id, isGood).catch(() => undefined));
      this.#mineSoon();
    }
  }

  /** Makes a block for each new withdrawal, or one for several, while the users go on. */
  #mineSoon(): void {
    this.#isBlockDue = true;
    this.#mining ??= this.#mineOn()
      .catch(() => undefined)
      .finally(() => (this.#mining = undefined));
  }

  async #mineOn(): Promise<void> {
    while (this.#isBlockDue) {
      this.#isBlockDue = false;
      await this.#chain.mine();
    }
  }

  async #ask(one: Asked): Promise<void> {
    const { owner, key, amount, answer } = one;
    const reply = await withdraw(this.#scene.server, owner.person, { amount }, key);
    if (answer === undefined) this.#askedAgain += 1;
    else if (reply.data?.id !== answer.id)
      this.#faults.push(`the key ${key} made withdrawal ${answer.id} and ${reply.data?.id}`);
    if (reply.data === null)
      this.#faults.push(`the withdrawal ${key} is refused: ${errorOf(reply)}`);
    else one.answer = reply.data;
  }

  async #decide(id: string, isGood: boolean): Promise<void> {
    await this.#scene.server.control(
      'POST',
      isGood ? '/withdrawal/approve' : '/withdrawal/reject',
      {
        withdrawal_id: Number(id),
        operator_id: 1,
        ...(!isGood && { reason: 'other', reason_text: null }),
      },
    );
  }

  #sumOf(owner: Owner): number {
    return this.#asked.reduce(
      (sum, one) => (one.owner === owner ? sum + Number(one.amount) : sum),
      0,
    );
  }

  /**
   * The operator approves waiting withdrawals; everything is sent and confirmed, and lost ones are left to a
   * manual review.
   */
  async #settle(): Promise<void> {
    await this.#readOpen();
    for (const { answer } of this.#asked)
      if (answer?.phase === 'pending_review') await this.#decide(answer.id, true);
    await this.#allIn([...FINAL, 'broadcasting']);
    await this.#scene.server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
    await this.#allIn(FINAL);
  }

  #allIn(phases: readonly string[]): Promise<void> {
    const settled = async () => {
      await this.#chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
      await this.#readOpen();
      const open = this.#asked.find(({ answer }) => !phases.includes(answer?.phase ?? ''));
      if (open !== undefined) throw new Error(`${open.key} is ${open.answer?.phase}`);
    };
    return eventually(settled, { timeout: 60_000, interval: 100 });
  }

  /** Reads every withdrawal that has not reached its end. */
  async #readOpen(): Promise<void> {
    const open = this.#asked.filter(({ answer }) => !FINAL.includes(answer?.phase ?? ''));
    await Promise.all(
      open.map(async (one) => {
        const { id } = ensure(one.answer, 'an answer');
        one.answer = await withdrawalOf(this.#scene.server, one.owner.person, id);
      }),
    );
  }

  /** Balance, payments and frozen amount must equal the granted amount and the deposits. */
  async #faultsOf(owner: Owner): Promise<readonly string[]> {
    const { server } = this.#scene;
    const { person, rounds } = owner;
    let [left, frozen, sent] = [0, 0, 0];
    for (const { answer } of this.#asked.filter((each) => each.owner === owner)) {
      const { phase, amount } = ensure(answer, 'an answer');
      if (phase === 'success') sent += 1;
      if (phase === 'success') left += Number(amount);
      else if (phase !== 'rejected') frozen += Number(amount);
    }
    const found = {
      payments: (await this.#chain.paymentsTo(person.address)).length,
      deposits: (await depositsOf(server, person)).length,
      ...(await balanceOf(server, person, 'USDT')),
    };
    const wanted = {
      payments: sent,
      deposits: rounds,
      available: String(FUNDS + rounds * DEPOSIT - left - frozen),
      frozen: String(frozen),
    };
    return JSON.stringify(found) === JSON.stringify(wanted)
      ? []
      : [`${person.email} has ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
  }
}

const newOwners = (make: () => Promise<Withdrawer>): Promise<readonly Owner[]> =>
  Promise.all(Array.from({ length: PEOPLE }, async () => ({ person: await make(), rounds: 0 })));
