/**
 * The passes of a verifier session. Its temporary tables keep the sums of each account's entries up
 * to the last pass, so that the next pass only needs newer rows. "Newer" is exact: rows of
 * transactions that the snapshot of the last pass did not see.
 */
import type { Client } from 'pg';
import type { LedgerBook } from './ledger-book.types.ts';
import type { LedgerGuard } from './ledger-guard.repo.ts';
import { AccountTurns, type AccountLimits } from './verify-accounts.repo.ts';
import { faultsOf, type Findings } from './verify-findings.ts';
import { houseNotPosted } from './verify-house-rules.repo.ts';
import { VerifiedPast, type PastOptions } from './verify-past.repo.ts';
import {
  addUp,
  addUpHouse,
  addUpHousePosted,
  isOldOfClosed,
  isOldOf,
  loadClosedSums,
  readClosed,
  readMark,
  takeNewRows,
  takeOpenRows,
  takeSlice,
  writtenLate,
  type Closed,
  type Mark,
  type Slice,
} from './verify-rows.repo.ts';
import { BusyPasses } from './range-share.ts';
import { isPresent, ofRows } from './verify-presence.ts';
import { rulesOf } from './verify-rules.repo.ts';
import { PLACE, placeOf, setPlace } from './verify-place.repo.ts';
import type { NumberedScope, Rule } from './verify-rule.types.ts';
import { isOfARule, RuleRun } from './verify-run.repo.ts';
import {
  COPIED_ROWS,
  EVERYTHING,
  isOfPresent,
  named,
  ofLateRows,
  ofRecords,
} from './verify-named.repo.ts';
import { RareRules, type RarePasses } from './verify-rare.ts';
import { areFew, countRecipes, RowStatistics, sizeOf } from './verify-statistics.repo.ts';
import { findSlices, scopeOfSlice, SLICE_MOVEMENTS } from './verify-slices.repo.ts';
import { summarizeNewPages } from './verify-summary.repo.ts';
import { TABLES_OF_SESSION } from './verify-tables.repo.ts';
import { RecordTurns, rulesOfRecords, type Compared } from './verify-turns.repo.ts';
import type { WrittenLimits } from './verify-written.repo.ts';

export interface Pass {
  readonly kind: 'full' | 'recent';
  /** Faults, each with the rule first and the rows; empty when all rules hold. */
  readonly faults: readonly string[];
  /** Number of entries that this pass added up. */
  readonly entries: number;
}

/** Numbers of the journals, by journal. */
export interface Settled {
  readonly general: bigint;
  readonly spot: bigint;
  readonly dealing: bigint;
}

/** Sums that are computed before the rules, and the rule that needs each. */
const RULES_OF_SUMS: ReadonlyMap<string, Rule> = new Map([['addUpHouse', houseNotPosted]]);
const COPIED_ACCOUNTS = 'verify_accounts';
const NOTHING: Settled = { general: 0n, spot: 0n, dealing: 0n };

/** Rows that one pass reads. */
interface Reading {
  readonly kind: Pass['kind'];
  readonly areAllRecords: boolean;
  /** The last pass, or the parts of this one; undefined for everything after the closed ranges. */
  readonly since: Mark | undefined;
}

/** A pass in its snapshot. */
interface Snapshot extends Reading {
  readonly mark: Mark;
}

/** The parts of a pass that are read before the rest. */
interface Parts {
  /** The rest was written since then. */
  readonly since: Mark;
  readonly findings: Findings;
  readonly entries: number;
}

/** Rows that a pass reads in one statement; tests read fewer. */
export interface VerifierLimits extends PastOptions, WrittenLimits, RarePasses {
  /** Movements of each journal in one part of a pass. */
  readonly sliceMovements?: bigint;
  readonly accounts?: AccountLimits;
}

export class Verifier {
  readonly #client: Client;
  readonly #book: LedgerBook;
  readonly #rules: readonly Rule[];
  readonly #past: VerifiedPast;
  #mark: Mark | undefined;
  #settled = NOTHING;
  readonly #run: RuleRun;
  readonly #sliceMovements: bigint;
  readonly #turns: RecordTurns;
  readonly #rare: RareRules;
  readonly #statistics: RowStatistics;
  readonly #accounts: AccountTurns;
  /** Whether the last pass found a fault, which may be of any account. */
  #hadFaults = false;
  readonly #busyPasses = new BusyPasses();

  constructor(
    client: Client,
    book: LedgerBook,
    { sliceMovements = SLICE_MOVEMENTS, accounts, ...limits }: VerifierLimits = {},
  ) {
    this.#client = client;
    this.#accounts = new AccountTurns(client, accounts);
    this.#run = new RuleRun(client);
    this.#statistics = new RowStatistics(client);
    this.#sliceMovements = sliceMovements;
    this.#book = book;
    this.#turns = new RecordTurns(client, book.records, limits);
    this.#rules = rulesOf(book);
    this.#past = new VerifiedPast(client, limits);
    this.#rare = new RareRules(limits);
  }

  get lastDealId(): number {
    return Number(this.#mark?.lastDeal ?? 0n);
  }

  get settled(): Settled {
    return this.#settled;
  }

  /** Passes of one search for changed balances and records. */
  get searchPasses(): number {
    return Math.max(this.#accounts.passes, this.#turns.passes);
  }

  /** All records that were written before this snapshot were compared; null before the first pass. */
  get searchedUpTo(): string | null {
    return this.#turns.searchedUpTo;
  }

  get newGuard(): LedgerGuard | null {
    return this.#past.newGuard;
  }

  get knownRange(): number {
    return this.#past.knownRange;
  }

  noteClosed(head: number, count: number): void {
    this.#past.noteClosed(head, count);
  }

  get hasLookedEverywhere(): boolean {
    return !this.#past.isSearching && this.#turns.hasTurned && this.#rare.hasLooked;
  }

  async verifyAll(): Promise<Pass> {
    const pass = await this.#openPass(true);
    const ofPast = await this.#past.compareAll();
    return { ...pass, faults: [...pass.faults, ...ofPast] };
  }

  async verifyOpen(): Promise<Pass> {
    return this.#withPast(await this.#openPass(false));
  }

  async verifyRecent(): Promise<Pass> {
    if (this.#mark === undefined) return this.verifyOpen();
    await summarizeNewPages(this.#client);
    const reading = { kind: 'recent', areAllRecords: false, since: this.#mark } as const;
    return this.#withPast(await this.#pass(reading));
  }

  /** Adds the faults of closed ranges to a pass. */
  async #withPast(pass: Pass): Promise<Pass> {
    const isBusy = this.#busyPasses.isBusy(pass.entries, pass.kind === 'full');
    this.#busyPasses.note(isBusy);
    const ofPast = await this.#past.compareNext(pass.entries, isBusy);
    return { ...pass, faults: [...pass.faults, ...ofPast] };
  }

  async #openPass(areAllRecords: boolean): Promise<Pass> {
    this.#mark = undefined;
    await this.#client.query(`truncate ${TABLES_OF_SESSION}`);
    const parts = await this.#readParts();
    const reading = { kind: 'full', areAllRecords, since: parts?.since } as const;
    const pass = await this.#pass(reading);
    if (parts === null) return pass;
    if (parts.findings.failures.length > 0) this.#mark = undefined;
    const faults = new Set([...faultsOf(parts.findings), ...pass.faults]);
    return { ...pass, faults: [...faults], entries: parts.entries + pass.entries };
  }

  /** Reads the open rows in parts when they are many, each in a transaction of its own; null when they are few. */
  async #readParts(): Promise<Parts | null> {
    const findings: Findings = { faults: [], failures: [] };
    const slices = await this.#inSnapshot(async () => {
      const found = await findSlices(this.#client, this.#sliceMovements);
      if (found.length > 0) findings.faults.push(...(await loadClosedSums(this.#client)));
      return found;
    });
    const [first, last] = [slices[0], slices.at(-1)];
    if (first === undefined || last === undefined) return null;
    let scope: NumberedScope = { ...first.closed, ...COPIED_ROWS };
    let entries = 0;
    for (const slice of slices) {
      const read = await this.#retried(() => this.#readSlice(slice, scope, findings));
      entries += read.entries;
      scope = read.scope;
    }
    // Trades after the last booked one are looked at with the rest.
    return { since: { ...last.mark, lastDeal: scope.upTo?.deal ?? 0n }, findings, entries };
  }

  /** Adds up the rows of a part, and applies the rules about rows. Rules about present balances follow with the rest. */
  #readSlice(slice: Slice, before: NumberedScope, findings: Findings) {
    return this.#inSnapshot(async () => {
      await takeSlice(this.#client, slice);
      const entries = await addUp(this.#client, COPIED_ROWS.entries);
      const scope = await scopeOfSlice(this.#client, before, slice);
      await this.#run.alone('addUpHouse', findings, () => addUpHousePosted(this.#client, scope));
      const recipes = new Set((await countRecipes(this.#client, scope.movements)).keys());
      const applied = this.#rules
        .filter((rule) => isPresent(rule, { entries, recipes }))
        .filter((rule) => !isOfPresent(rule, scope))
        .map((rule) => named(rule, scope));
      for (const spec of this.#book.records) {
        if (spec.ofMovements === null) continue;
        const ids = `(${spec.ofMovements(scope.movements)})`;
        applied.push(...ofRecords(rulesOfRecords(spec), ids));
      }
      if (slice.closed.ranges > 0n) {
        const late = isOldOfClosed(slice.closed, slice.since);
        applied.push(ofLateRows(writtenLate(late)));
      }
      await this.#run.find(applied, findings, 'of a start');
      return { entries, scope };
    });
  }

  /** Runs in a transaction of one snapshot, whose end empties the copies. */
  async #inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('begin isolation level repeatable read, read only');
    try {
      const result = await work();
      await this.#client.query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Applies all rules together, and again one by one when one of them could not be applied. */
  async #retried<T>(work: () => Promise<T>): Promise<T> {
    this.#run.isCareful = false;
    try {
      return await work();
    } catch (error) {
      if (!isOfARule(error)) throw error;
      this.#run.isCareful = true;
      return work();
    }
  }

  /**
   * Most passes apply all rules, in few round trips. When a rule cannot be applied, nothing of the pass is
   * kept, and it begins again with a savepoint for each rule.
   */
  #pass(reading: Reading): Promise<Pass> {
    return this.#retried(() => this.#passOnce(reading));
  }

  async #passOnce(reading: Reading): Promise<Pass> {
    const { kind, since } = reading;
    const findings: Findings = { faults: [], failures: [] };
    const { mark, entries, broken, areRareBroken, unprotected } = await this.#inSnapshot(
      async () => {
        const now = await readMark(this.#client);
        return { mark: now, ...(await this.#applyAll({ ...reading, mark: now }, findings)) };
      },
    );
    this.#accounts.keep();
    this.#hadFaults = findings.faults.length > 0;
    this.#turns.keep(findings.faults.length + findings.failures.length === 0, broken);
    this.#rare.note(areRareBroken);
    if (kind === 'recent') this.#settle(mark, since);
    this.#mark = findings.failures.length === 0 ? mark : undefined;
    return { kind, faults: [...unprotected, ...faultsOf(findings)], entries };
  }

  async #applyAll(reading: Snapshot, findings: Findings) {
    const closed = await readClosed(this.#client);
    const applied = await this.#apply(reading, closed, findings);
    const unprotected = await this.#past.lookAtGuard();
    await this.#past.lookAtRanges();
    return { ...applied, unprotected };
  }

  /**
   * Copies and adds up the rows of the pass, and applies all rules. @returns the number of entries, and the records
   * with a broken rule
   */
  async #apply(reading: Snapshot, closed: Closed, findings: Findings) {
    const { since, mark } = reading;
    const isFirst = reading.kind === 'full';
    const { rows, isSmall } = await this.#rowsOf(reading, closed, findings);
    const counts = await countRecipes(this.#client, rows.movements);
    if (rows !== EVERYTHING) await this.#statistics.renew(counts);
    const { entries, wasRowDeleted } = isFirst
      ? await this.#accounts.takeAll(mark, rows.entries)
      : await this.#accounts.take(mark, rows.entries, isSmall);
    const mayBeAnyAccount = isFirst || wasRowDeleted || this.#hadFaults;
    const scope = mayBeAnyAccount ? rows : { ...rows, accounts: COPIED_ACCOUNTS };
    if (!isFirst) await this.#accounts.watch(mayBeAnyAccount, isSmall);
    const deals = isFirst
      ? { after: closed.lastHouseDeal, countsRemoved: true, bookedAfter: closed.lastSpot }
      : {
          after: isSmall ? PLACE.lastDeal : scope.lastDeal,
          countsRemoved: false,
          bookedAfter: scope.lastSpot,
        };
    await this.#run.alone('addUpHouse', findings, () =>
      addUpHouse(this.#client, scope, deals, isSmall),
    );
    // Without the sums of the exchange's trades with itself, its accounts would be reported as well.
    const unknown = findings.failures.map(({ rule }) => RULES_OF_SUMS.get(rule));
    const late =
      since === undefined ? isOldOfClosed(closed) : isOldOf(isSmall ? PLACE : placeOf(since));
    const present = { entries, recipes: new Set(counts.keys()) };
    const isApplied = (rule: Rule) =>
      (reading.areAllRecords || this.#rare.applies(rule)) && isPresent(rule, present);
    const lateRows: Rule = () => writtenLate(late);
    const rules: readonly Rule[] = [
      ...this.#rules.filter((rule) => !unknown.includes(rule) && isApplied(rule)),
      ...(scope === EVERYTHING || !isPresent(ofRows(lateRows), present) ? [] : [lateRows]),
    ];
    const applied = rules.map((rule) =>
      rule === lateRows ? ofLateRows(rule(scope), isSmall) : named(rule, scope, !isFirst),
    );
    const rare = applied.filter((_, index) => rules[index]?.isRare === true);
    const compared = reading.areAllRecords
      ? await this.#turns.all(mark.snapshot)
      : await this.#turns.next(scope, {
          snapshot: mark.snapshot,
          isBusy: this.#busyPasses.isBusy(entries, isFirst),
          isFirst,
        });
    const ofCompared = new Map(
      compared.map((each) => [
        each,
        ofRecords(each.rules, each.ids, !isFirst && each.isWholeTable),
      ]),
    );
    applied.push(...[...ofCompared.values()].flat());
    const size = isFirst ? 'of a start' : sizeOf(entries, counts);
    const found = await this.#run.find(applied, findings, size);
    const isBroken = (each: Compared) => ofCompared.get(each)?.some((rule) => found.has(rule));
    const areRareBroken = rare.map((rule) => found.has(rule));
    return { entries, broken: compared.filter((each) => isBroken(each)), areRareBroken };
  }

  /** Copies the rows of the pass. Few new rows have a scope that is the same in other passes. */
  async #rowsOf({ kind, since, mark }: Snapshot, closed: Closed, findings: Findings) {
    if (since !== undefined) {
      const rows = await takeNewRows(this.#client, since);
      const deals = Number(mark.lastDeal - since.lastDeal);
      const isSmall = kind === 'recent' && areFew(Math.max(rows, deals));
      if (!isSmall) return { rows: { ...since, ...COPIED_ROWS }, isSmall };
      await this.#statistics.forgetOldPlans();
      return { rows: { ...(await setPlace(this.#client, since)), ...COPIED_ROWS }, isSmall };
    }
    if (closed.ranges === 0n) return { rows: EVERYTHING, isSmall: false };
    findings.faults.push(...(await loadClosedSums(this.#client)));
    await takeOpenRows(this.#client, closed);
    return { rows: { ...closed, ...COPIED_ROWS }, isSmall: false };
  }

  /** All transactions that ran during an earlier pass have ended, so none writes below its numbers. */
  #settle(mark: Mark, before: Mark | undefined): void {
    if (before === undefined) return;
    const oldestRunning = BigInt(mark.snapshot.split(':')[0] ?? 0);
    if (oldestRunning < before.ceiling) return;
    const { lastGeneral: general, lastSpot: spot, lastDealing: dealing } = before;
    this.#settled = { general, spot, dealing };
  }
}
