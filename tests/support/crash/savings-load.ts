/**
 * Savings and token subscriptions of an exchange that is killed repeatedly. Users take positions of a short cycle, and
 * subscribe to an offering of each round. Before each kill the clock passes midnights and the end of the offering, so
 * that days are paid, cycles end, and tokens are allocated and distributed while the kill comes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { Offering } from '../../../contract/ieo/ieo.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import { DAY_MS, dayOf, type EpochMs } from '../../../contract/time.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { newKey } from '../idempotency-key.ts';
import { OFFERED_TOKEN, OperatedOfferings } from '../ieo/operated-offerings.ts';
import { queryServer } from '../databases/server-database.ts';
import { findProduct } from '../staking/staking-users.ts';
import { dataOf, errorOf, PASSWORD } from '../users/accounts.ts';
import { newUser } from '../users/test-user.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { isUncertain } from './load.ts';
import { SavingsEvidence, type Saver } from './savings-evidence.ts';
import { savingsLeftOpen } from './savings-rows.ts';

const SAVERS = 12;
/** More USDT than a saver can spend in a run. */
const FUNDS = '5000000';
const CYCLE_DAYS = 3;
/** A daily rate whose dividends are no whole units. */
const DAILY_PPB = 1_234_567;
const [AMOUNT_MIN, AMOUNT_SPAN] = [100, 20] as const;
const STEPS_OFFERED = 20;
const STEPS_MAX = 8;
const TOKENS_A_STEP = 100;
/** Part of the commands that subscribe to the offering, and part that reads a position. */
const [RAISE_PART, READ_PART] = [0.25, 0.1] as const;
/** Positions before a kill: a day of them takes several statements. */
const [POSITIONS_FIRST, POSITIONS_MIN] = [120, 40] as const;
const RETRY_MS = 20;
const POLL_MS = 2;
const STAGE_MS_MAX = 20_000;

/** Counts that have grown when the exchange has begun something. */
const STAGES = {
  listed: 'select count(*)::integer as count from ieo_publications',
  settled: "select count(*)::integer as count from ieo_subscriptions where phase = 'settled'",
  paid: 'select count(*)::integer as count from staking_dividends',
  returned: "select count(*)::integer as count from staking_positions where phase = 'expired'",
} as const;
type Stage = keyof typeof STAGES;
/** The stage of each round; all days of older positions are paid in each third one. */
const ROUNDS: readonly Stage[] = ['settled', 'paid', 'returned', 'listed', 'paid', 'settled'];

type Position = RequestInput<'subscribeStaking'>;
type Subscription = RequestInput<'subscribeOffering'>;
interface Asked {
  readonly saver: Saver;
  readonly key: string;
  readonly command:
    | { readonly name: 'subscribeStaking'; readonly fields: Position }
    | { readonly name: 'subscribeOffering'; readonly fields: Subscription };
}

export class SavingsLoad implements CrashLoad {
  readonly name = 'savings';
  readonly #scene: CrashScene;
  readonly #evidence = new SavingsEvidence();
  #savers: readonly Saver[] = [];
  #offerings: OperatedOfferings | undefined;
  #product: StakingProduct | undefined;
  #offering: Pick<Offering, 'id'> = { id: '' };
  #unanswered: Asked[] = [];
  #answered: Asked[] = [];
  #rounds = 0;
  #positionsBefore = 0;
  #askedAgain = 0;
  #daysCutOff = 0;
  /** The time of the last kill. */
  #passedAt: EpochMs = 0;
  #paidBefore = 0;
  #faults: string[] = [];

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    if (this.#savers.length === 0) {
      this.#offerings = await OperatedOfferings.on(server);
      this.#product = await this.#addProduct();
      this.#savers = await Promise.all(Array.from({ length: SAVERS }, () => this.#newSaver()));
    } else await this.#signIn();
    this.#answered = [];
    this.#positionsBefore = this.#evidence.positions;
    const offerings = ensure(this.#offerings, 'the desk of offerings');
    const id = await offerings.open({
      offered_steps: String(STEPS_OFFERED),
      steps_max: String(STEPS_MAX),
    });
    this.#offering = { id };
  }

  async run(): Promise<void> {
    await Promise.all(this.#savers.map((saver) => this.#saveOn(saver)));
  }

  hasEnough(): boolean {
    const least = this.#rounds === 0 ? POSITIONS_FIRST : POSITIONS_MIN;
    return (
      this.#evidence.positions - this.#positionsBefore >= least &&
      this.#evidence.subscribers(this.#offering.id) >= SAVERS / 2
    );
  }

  /** The offering ends, and days with it. Returns when the exchange has begun what the round is about. */
  async lastStep(): Promise<void> {
    const { server } = this.#scene;
    const stage = ensure(ROUNDS[this.#rounds % ROUNDS.length], 'a stage');
    const days = 2 + (this.#rounds % CYCLE_DAYS);
    this.#rounds += 1;
    const before = await this.#count(stage);
    this.#paidBefore = await this.#count('paid');
    const now = await server.controlAdvance(0);
    this.#passedAt = dayOf(now) + days * DAY_MS;
    await server.controlAdvance(this.#passedAt - now);
    const begun = async () => {
      if ((await this.#count(stage)) === before)
        throw new Error(`the clock has passed, and nothing is ${stage}`);
    };
    await eventually(begun, { timeout: STAGE_MS_MAX, interval: POLL_MS });
  }

  /** Each command of the round under its key: the answer must be the record of the first answer. */
  async askAgain(): Promise<void> {
    await this.#signIn();
    const pending = this.#unanswered;
    this.#unanswered = [];
    this.#askedAgain += pending.length;
    // A second failure becomes a contradiction.
    await Promise.all([...pending, ...this.#answered].map((asked) => this.#ask(asked)));
  }

  async contradictions(): Promise<readonly string[]> {
    const { server } = this.#scene;
    const isAnyPaid = (await this.#count('paid')) > this.#paidBefore;
    const [due] = await queryServer<{ count: number }>(server, DUE, [this.#passedAt]);
    if (isAnyPaid && ensure(due, 'a count').count > 0) this.#daysCutOff += 1;
    return [
      ...this.#faults.splice(0),
      ...this.#unanswered.map(({ key }) => `the command ${key} is not answered any more`),
      ...(await savingsLeftOpen(server)),
      ...(await this.#evidence.contradictions(server)),
    ];
  }

  /** All cycles and all offerings end; then each user has what the acknowledged commands say, to the last unit. */
  async finish(): Promise<readonly string[]> {
    const { server } = this.#scene;
    await server.controlAdvance((2 * CYCLE_DAYS + 3) * DAY_MS);
    const isOver = async () => {
      const rows = await queryServer(server, UNFINISHED);
      if (rows.length > 0) throw new Error(`not finished: ${JSON.stringify(rows)}`);
    };
    await eventually(isOver, { timeout: 60_000, interval: 100 });
    await this.#signIn();
    return [
      ...(await savingsLeftOpen(server)),
      ...(await this.#evidence.contradictions(server)),
      ...(await this.#evidence.ends(server, this.#savers)),
    ];
  }

  counts(): Readonly<Record<string, number>> {
    return {
      ...this.#evidence.counts(),
      'savings commands asked again': this.#askedAgain,
      'payments of days cut off': this.#daysCutOff,
    };
  }

  async #count(stage: Stage): Promise<number> {
    const [row] = await queryServer<{ count: number }>(this.#scene.server, STAGES[stage]);
    return ensure(row, 'a count').count;
  }

  /** A cycle of a few days, because the clock of a restarted server is back at the present. */
  async #addProduct(): Promise<StakingProduct> {
    const { server } = this.#scene;
    await queryServer(
      server,
      `insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max,
         taken, state, revision, created_at_ms)
       select currency_id, $1, $2, amount_min, amount_max, 1000 * quota, 1000 * user_max, 0, 'open', 1, created_at_ms
       from staking_products order by id limit 1`,
      [CYCLE_DAYS, DAILY_PPB],
    );
    return findProduct(server, 'USDT', CYCLE_DAYS);
  }

  async #newSaver(): Promise<Saver> {
    const { server } = this.#scene;
    const headers = newClientAddress();
    const { email, token } = await newUser(server, { coins: { USDT: FUNDS }, headers });
    return { email, token, funds: FUNDS };
  }

  /** A clock that has passed days ends all sessions. */
  async #signIn(): Promise<void> {
    await Promise.all(this.#savers.map((saver) => this.#renew(saver)));
  }

  async #renew(saver: Saver): Promise<void> {
    const fields = { account: saver.email, password: PASSWORD };
    const headers = newClientAddress();
    saver.token = dataOf(await this.#scene.server.call('signIn', fields, { headers })).accessToken;
  }

  /** Saves until the kill. */
  async #saveOn(saver: Saver): Promise<void> {
    while (!this.#scene.isOver()) {
      await this.#act(saver).catch(() => pause(RETRY_MS));
      await this.#scene.rest(this);
    }
  }

  async #act(saver: Saver): Promise<void> {
    const { random } = this.#scene;
    const chance = random();
    if (chance < READ_PART) return this.#read(saver);
    const steps = this.#evidence.stepsOf(saver, this.#offering.id);
    // A total that was asked for without an answer may be stored.
    const isOpen = this.#unanswered.some((asked) => asked.saver === saver);
    const isRaise = chance < READ_PART + RAISE_PART && steps < STEPS_MAX && !isOpen;
    const command = isRaise
      ? { name: 'subscribeOffering' as const, fields: this.#more(steps) }
      : { name: 'subscribeStaking' as const, fields: this.#position() };
    await this.#ask({ saver, key: newKey(), command });
  }

  #more(steps: number): Subscription {
    const more = 1 + Math.floor(this.#scene.random() * (STEPS_MAX - steps));
    return {
      offering_id: this.#offering.id,
      quantity: String((steps + more) * TOKENS_A_STEP),
    };
  }

  /** An amount to the last unit, so that its dividend is rounded. */
  #position(): Position {
    const { random } = this.#scene;
    const { id, daily_ppb: dailyPpb } = ensure(this.#product, 'the product');
    const amount = AMOUNT_MIN + Math.floor(random() * AMOUNT_SPAN);
    const part = () => String(Math.floor(random() * 1e8)).padStart(8, '0');
    return {
      product_id: String(id),
      amount: `${amount}.${part()}${part()}01`,
      daily_ppb: String(dailyPpb),
    };
  }

  /** Paid days that users have seen do not go back. */
  async #read(saver: Saver): Promise<void> {
    const id = this.#evidence.somePosition(saver, this.#scene.random);
    if (id === undefined) return;
    const options = { token: saver.token, headers: newClientAddress() };
    const { data } = await this.#scene.server.call('getStakingPosition', { id }, options);
    if (data !== null) this.#evidence.seen(data);
  }

  /** Sends a command and notes its answer; without one it is asked again after the kill. */
  async #ask(asked: Asked): Promise<void> {
    const { saver, key, command } = asked;
    let reply: Envelope<unknown>;
    try {
      reply = await this.#send(asked);
      if (isUncertain(reply)) throw new Error('the outcome is unknown');
    } catch {
      this.#unanswered.push(asked);
      // The server is about to end, or is busy.
      await pause(RETRY_MS);
      return;
    }
    if (reply.code === 1) {
      if (!this.#answered.includes(asked)) this.#answered.push(asked);
      return;
    }
    if (errorOf(reply) === 'unauthorized') await this.#renew(saver);
    else if (this.#answered.includes(asked))
      this.#faults.push(`the repeated ${command.name} ${key} is refused: ${errorOf(reply)}`);
    this.#evidence.refused(key);
  }

  #send({ saver, key, command }: Asked): Promise<Envelope<unknown>> {
    const { server } = this.#scene;
    const headers = { 'idempotency-key': key, ...newClientAddress() };
    const options = { token: saver.token, headers };
    if (command.name === 'subscribeStaking')
      return this.#noted(server.call(command.name, command.fields, options), (position) =>
        this.#evidence.position(position, { saver, key, asked: command.fields }),
      );
    return this.#noted(server.call(command.name, command.fields, options), (subscription) =>
      this.#evidence.subscription(subscription, { saver, key, asked: command.fields }),
    );
  }

  async #noted<T>(
    call: Promise<Envelope<T>>,
    note: (data: T) => string | undefined,
  ): Promise<Envelope<T>> {
    const reply = await call;
    const fault = reply.code === 1 ? note(dataOf(reply)) : undefined;
    if (fault !== undefined) this.#faults.push(fault);
    return reply;
  }
}

/** Dividends that are due at the time `$1`. */
const DUE = `
  select count(*)::integer as count from staking_positions
  where phase = 'in_effect' and next_dividend_at_ms <= $1`;

/** Positions and offerings of tokens that have not reached their ends. */
const UNFINISHED = `
  select 'position ' || phase as of, count(*)::integer as count from staking_positions
  where phase not in ('expired', 'refused') group by phase
  union all
  select 'offering ' || phase, count(*)::integer from ieo_offerings
  join currencies token on token.id = token_currency_id
  where token.code = '${OFFERED_TOKEN}' and phase <> 'ended' group by phase`;
