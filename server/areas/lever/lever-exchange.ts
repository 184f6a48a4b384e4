/** Contract trading by the one dealing writer: applies commands to memory and answers them after their commit. */
import { ensure } from '../../../contract/assert.ts';
import { doubtOf } from '../../../contract/figures/lever-set-aside.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { DealingCore } from '../../engine/lever/dealing-core.ts';
import type { LeverOrder, Verdict } from '../../engine/lever/lever-types.ts';
import { IDLE, type Job, type Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { FirstCommand } from '../../ledger/writer/idempotency-keys.ts';
import type { PostingId, WrittenPosting } from '../../ledger/writer/postings.types.ts';
import type { DealingWriter } from './dealing-writer.ts';
import { keyTermsOf } from './key-terms.ts';
import { LeverDesk } from './lever-desk.ts';
import type {
  AmendRequest,
  CloseAllRequest,
  LeverAccountState,
  LeverBatch,
  LeverCommandRefusal,
  LeverExchange,
  LeverMarketRules,
  LeverMarkView,
  LeverRequest,
  NewLeverRequest,
  OneLeverOrder,
} from './lever-exchange.types.ts';
import type { PostingRefusal } from './lever-memory.ts';
import { MarkRounds } from './mark-rounds.ts';
import { PublishedMarks } from './published-marks.ts';

/** Retry delay for callers while contract trading is overloaded. */
const BUSY_RETRY_S = 1;
/** Changes that a mark on demand may make at once; the rest comes in later turns. */
const CHANGES_ON_DEMAND = 64;
/**
 * Only the display follows from the mark of a market without orders, and one round in so many is enough for it. A
 * command takes the mark of its market itself.
 */
const QUIET_ROUNDS = 5;

type Answer<T> = Promise<Result<T, LeverCommandRefusal>>;
const busy = () => refuse('service_unavailable', BUSY_RETRY_S);

/** Whether an operator has raised a fee since the owner saw it. */
const isDearer = (
  rules: LeverMarketRules | undefined,
  { seen: { feePpm = Infinity, nightPpm = Infinity } = {} }: Pick<NewLeverRequest, 'seen'>,
): boolean => rules !== undefined && (rules.feePpm > feePpm || rules.nightPpm > nightPpm);

export class WritingLeverExchange implements LeverExchange {
  readonly #writer: DealingWriter;
  readonly #clock: Clock;
  readonly #marks: PublishedMarks;
  readonly #rounds: MarkRounds;
  readonly #desk: LeverDesk;
  /** Markets whose marks were evaluated for the command that runs next. */
  readonly #taken = new Set<number>();
  #job: Job | undefined;
  /** Runs of the job since the last round. */
  #runs = 0;

  constructor(writer: DealingWriter, clock: Clock, log: Pick<Log, 'error'>) {
    this.#writer = writer;
    this.#clock = clock;
    const { memory } = writer;
    this.#marks = new PublishedMarks(memory.marks, log);
    this.#rounds = new MarkRounds({
      memory,
      clock,
      apply: (step) => writer.apply(step),
      commit: () => writer.commit(),
      onTaken: (marketId, committed) => this.#marks.publish(marketId, committed),
      onFailed: (error) => {
        if (!writer.isClosed) writer.fail('a mark of a contract market could not be taken', error);
      },
    });
    this.#desk = new LeverDesk(writer, this.#rounds, clock);
  }

  get markets(): ReadonlyMap<number, LeverMarketRules> {
    return this.#writer.memory.rules;
  }

  /** Begins to take the marks of all markets, and to end the markets whose time has come. */
  start(jobs: Jobs): void {
    this.#job ??= jobs.start('contract_marks', {
      failure: 'marks of contracts could not be taken',
      work: () => {
        const isWhole = this.#isWholeRoundDue();
        return isWhole || this.#writer.view.hasOpen ? this.takeMarks(isWhole) : IDLE;
      },
    });
  }

  /**
   * Ends the markets whose time has come, and takes marks. Resolves when its effects are durable.
   * @param isWhole false for the marks of markets with orders alone.
   */
  async takeMarks(isWhole = true): Promise<void> {
    await this.#desk.endDue(this.#clock.now());
    await this.#rounds.run(isWhole);
  }

  #isWholeRoundDue(): boolean {
    this.#runs = (this.#runs + 1) % QUIET_ROUNDS;
    return this.#runs === 0;
  }

  async place(order: NewLeverRequest): Answer<LeverOrder> {
    const { ownerId, idempotencyKey: key, now } = order;
    const { keys, commits } = this.#writer;
    if (!this.#writer.takesCommands) return busy();
    // Asked again after each wait, because commands that came before may have changed the answer.
    for (let wait = this.#waitOf(order); wait !== undefined; wait = this.#waitOf(order)) await wait;
    const first = keys.find(ownerId, key, now);
    if (first) return this.#repeat(first, order);
    if (!this.#writer.takesCommands) return busy();
    if (order.deadline?.hasPassed()) return refuse('command_expired');
    if (isDearer(this.markets.get(order.marketId), order)) return refuse('lever_terms_changed');
    this.#takeMark(order.marketId);
    const placed = this.#apply(() => this.#writer.memory.place(order));
    if (placed.ok) {
      const command = { recordId: placed.value.id, terms: keyTermsOf(order), createdAtMs: now };
      keys.add(ownerId, key, command, commits.ordinal);
    }
    return this.#answer(placed);
  }

  async findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined> {
    const { keys, commits } = this.#writer;
    while (!keys.knows(ownerId)) await keys.load(ownerId, now);
    const first = keys.find(ownerId, key, now);
    if (first === undefined) return undefined;
    await commits.settled();
    return first.recordId;
  }

  cancel(request: OneLeverOrder): Answer<LeverOrder> {
    return this.#onOrder(request, (core, own, now) => core.cancel(own, now));
  }

  async cancelAll(
    request: LeverRequest & { readonly marketId: number | null },
  ): Answer<readonly LeverOrder[]> {
    const { ownerId, marketId } = request;
    if (marketId !== null && !this.markets.has(marketId)) return refuse('lever_market_not_found');
    return this.#onMany(request, (core, now) => core.cancelAll(ownerId, marketId, now));
  }

  amend(request: AmendRequest): Answer<LeverOrder> {
    const { revision, takeProfitTicks, stopLossTicks } = request;
    this.#takeMarkOf(request.orderId);
    return this.#onOrder(request, (core, own, now) =>
      core.amend({ ...own, revision, takeProfitTicks, stopLossTicks }, now),
    );
  }

  close(request: OneLeverOrder): Answer<LeverOrder> {
    this.#takeMarkOf(request.orderId);
    return this.#onOrder(request, (core, own, now) => core.close(own, now));
  }

  withdrawClose(request: OneLeverOrder): Answer<LeverOrder> {
    this.#takeMarkOf(request.orderId);
    return this.#onOrder(request, (core, own, now) => core.withdrawClose(own, now));
  }

  async closeAll(request: CloseAllRequest): Answer<readonly LeverOrder[]> {
    const { ownerId, direction, marketId } = request;
    if (marketId !== null && !this.markets.has(marketId)) return refuse('lever_market_not_found');
    return this.#onMany(request, (core, now) => {
      return core.closeAll({ ownerId, direction, marketId }, now);
    });
  }

  dismiss: LeverExchange['dismiss'] = (request) => this.#desk.dismiss(request);
  changeTerms: LeverExchange['changeTerms'] = (marketId, change, now, refusalOf) =>
    this.#desk.changeTerms(marketId, change, now, refusalOf);
  addMarket: LeverExchange['addMarket'] = (terms, now) => this.#desk.addMarket(terms, now);
  windDown: LeverExchange['windDown'] = (marketId, now) => this.#desk.windDown(marketId, now);
  fundHouse: LeverExchange['fundHouse'] = (fund) => this.#desk.fundHouse(fund);

  mark(marketId: number): LeverMarkView | undefined {
    return this.#marks.view(marketId);
  }

  onMark(listener: (marketId: number, view: LeverMarkView) => void): () => void {
    return this.#marks.listen(listener);
  }

  async loadAccount(ownerId: number): Promise<LeverAccountState> {
    await this.#writer.owners.load(ownerId);
    return this.#state(ownerId);
  }

  account(ownerId: number): LeverAccountState | undefined {
    return this.#writer.view.knows(ownerId) ? this.#state(ownerId) : undefined;
  }

  subscribe(listener: (batch: LeverBatch) => void): () => void {
    return this.#writer.subscribe(listener);
  }

  house(): ReturnType<LeverExchange['house']> {
    const { house, exposures: markets, cover } = this.#writer.memory;
    const { pool, insurance, base: coverBase } = house;
    return { pool, insurance, coverBase, ...cover, markets };
  }

  mayFund(pool: bigint, insurance: bigint): boolean {
    return this.#writer.memory.mayFund(pool, insurance);
  }

  admit: LeverExchange['admit'] = (guest) => this.#writer.admit(guest);

  get isBusy(): boolean {
    return this.#writer.memory.isBusy;
  }

  get takesPostings(): boolean {
    return this.#writer.takesCommands;
  }

  async bookPosting(
    posting: WrittenPosting,
    now: EpochMs,
  ): Promise<Result<null, PostingRefusal | 'service_unavailable'>> {
    const { memory, owners } = this.#writer;
    const { entries } = posting.movement;
    for (let [id] = memory.balances.unknownOwners(entries); id !== undefined;) {
      await owners.load(id);
      [id] = memory.balances.unknownOwners(entries);
    }
    if (!this.#writer.takesCommands) return busy();
    // The amount that may leave depends on the current losses.
    for (const { ownerId, accountType, available } of entries)
      if (accountType === ACCOUNT_TYPES.contract && available < 0n) this.#takeMarksOf(ownerId);
    const booked = this.#apply(() => memory.bookPosting(posting, now));
    await this.#writer.durable();
    return booked;
  }

  async refusePosting(id: PostingId, now: EpochMs): Promise<boolean> {
    if (this.#writer.isClosed) return false;
    this.#writer.memory.refusePosting(id, now);
    await this.#writer.durable();
    return true;
  }

  async end(): Promise<void> {
    this.#rounds.stop();
    // A round waits for its commits, which never end once the writer has failed.
    await Promise.race([this.#job?.stop(), this.#writer.failed]);
    await this.#writer.close();
  }

  /** Work that an order needs before it can be accepted; undefined when there is none. */
  #waitOf({ ownerId, now }: NewLeverRequest): Promise<void> | undefined {
    const { keys, memory, owners } = this.#writer;
    if (!keys.knows(ownerId)) return keys.load(ownerId, now);
    return memory.balances.knows(ownerId) ? undefined : owners.load(ownerId);
  }

  /** Evaluates the mark as the sources are now, and carries out its effects, before a command uses it. */
  #takeMark(marketId: number): void {
    const { memory } = this.#writer;
    if (!memory.rules.has(marketId) || memory.isBusy) return;
    const now = this.#clock.now();
    this.#writer.apply(() => memory.takeMark(marketId, now, CHANGES_ON_DEMAND, true));
    this.#taken.add(marketId);
    if (memory.isBusy) void this.#rounds.settle();
  }

  /** Runs a command, and then shows the marks that were evaluated for it: after their commit, if it used them. */
  #apply<T>(command: () => T): T {
    const result = this.#writer.apply(command);
    for (const marketId of this.#taken) this.#marks.publish(marketId, this.#writer.commit());
    this.#taken.clear();
    return result;
  }

  #takeMarkOf(orderId: number): void {
    const order = this.#writer.view.order(orderId);
    if (order !== undefined && this.#writer.takesCancels) this.#takeMark(order.marketId);
  }

  #takeMarksOf(ownerId: number): void {
    if (!this.#writer.view.knows(ownerId)) return;
    for (const marketId of this.#writer.memory.marketsOf(ownerId)) this.#takeMark(marketId);
  }

  async #onOrder(
    request: OneLeverOrder,
    run: (
      core: DealingCore,
      own: { ownerId: number; id: number },
      now: EpochMs,
    ) => Verdict<LeverOrder>,
  ): Answer<LeverOrder> {
    const { ownerId, orderId: id } = request;
    if (!this.#writer.takesCancels) return busy();
    const { memory } = this.#writer;
    const changed = this.#apply(() =>
      memory.command(request, (core, now) => run(core, { ownerId, id }, now)),
    );
    if (changed.ok || changed.error !== 'contract_order_not_found') return this.#answer(changed);
    await this.#writer.durable();
    const ended = await this.#writer.findOrder(ownerId, id);
    return refuse(ended === undefined ? 'contract_order_not_found' : 'contract_order_not_open');
  }

  async #onMany(
    request: LeverRequest,
    run: (core: DealingCore, now: EpochMs) => readonly LeverOrder[],
  ): Answer<readonly LeverOrder[]> {
    const { ownerId } = request;
    await this.#writer.owners.load(ownerId);
    if (!this.#writer.takesCancels) return busy();
    this.#takeMarksOf(ownerId);
    const { memory, view } = this.#writer;
    const changed = this.#apply(() => memory.command(request, run));
    const ids = changed.map(({ id }) => id);
    await this.#writer.durable();
    return ok(ids.map((id) => ensure(view.order(id), `contract order ${id}`)));
  }

  /** Waits also with a refusal, because it may depend on changes that are not durable yet. */
  async #answer(verdict: Verdict<LeverOrder>): Answer<LeverOrder> {
    if (verdict.ok) return ok(await this.#writer.committed(verdict.value));
    await this.#writer.durable();
    return refuse(verdict.error);
  }

  async #repeat({ recordId, terms }: FirstCommand, order: NewLeverRequest): Answer<LeverOrder> {
    if (terms !== keyTermsOf(order)) return refuse('idempotency_key_reused');
    await this.#writer.durable();
    const found = await this.#writer.findOrder(order.ownerId, recordId);
    return ok(ensure(found, `contract order ${recordId}`));
  }

  #state(ownerId: number): LeverAccountState {
    const { memory, view } = this.#writer;
    const { marks } = memory;
    const prices = {
      lastTicks: (marketId: number) => marks.lastLiveTicks(marketId),
      doubt: (marketId: number) => {
        const live = marks.live(marketId);
        return doubtOf({
          isHalted: memory.rules.get(marketId)?.status === 'halted',
          state: marks.view(marketId)?.mark.state ?? 'frozen',
          isAgreed: live?.isAgreed === true,
        });
      },
    };
    return view.state(ownerId, prices, memory.shownAtMs(this.#clock.now()));
  }
}
