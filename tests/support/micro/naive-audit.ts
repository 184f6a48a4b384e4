/**
 * An independent program that knows the published record alone: the key, signed minutes of the index with their lines, and
 * settlement files. It computes every index and every result again, and names each difference. It shares no code with the exchange.
 */
import { createPublicKey, verify } from 'node:crypto';
import { NaiveLog, type NaiveMinute, type NaivePoint, type NaiveSigned } from './naive-log.ts';
import { naiveTermsOf, naiveUnitsOf, settleNaively, type NaiveTerms } from './naive-settlement.ts';

/** A settlement file as `GET /api/public/micro/settlement` returns it. */
interface NaiveFile {
  readonly format: string;
  readonly public_key: string;
  readonly receipt: { readonly text: string; readonly signature: string };
  readonly result: {
    readonly outcome: string;
    readonly opened_at: number | null;
    readonly open_ticks: number | null;
    readonly expires_at: number | null;
    readonly sum: number | null;
    readonly count: number | null;
    readonly payout: string;
  } | null;
  readonly minutes: readonly NaiveMinute[];
}

/** A minute with its points. */
interface Read {
  readonly minute: NaiveMinute;
  readonly points: readonly NaivePoint[];
}

/** Orders of a minute: those that it counts, and those whose receipts name one of its points. */
interface Counted {
  readonly said: NaiveMinute['orders'];
  readonly seen: { up: number; down: number };
}

interface Instrument {
  readonly log: NaiveLog;
  /** The last minutes, the oldest first. */
  read: Read[];
}

/** Ed25519, before its 32 bytes. */
const KEY_PREFIX = '302a300506032b6570032100';
const MINUTE = 60_000;
const GRID = 250;

export class NaiveAudit {
  readonly #publicKey: string;
  readonly #isSigned: NaiveSigned;
  readonly #minutesKept: number;
  readonly #instruments = new Map<string, Instrument>();
  readonly #counted = new Map<string, Counted>();
  readonly #differences: string[] = [];

  /** @param publicKey 32 bytes, base64url. @param minutesKept older minutes of an instrument are forgotten. */
  constructor(publicKey: string, minutesKept = Number.POSITIVE_INFINITY) {
    const key = createPublicKey({
      key: Buffer.from(
        `${KEY_PREFIX}${Buffer.from(publicKey, 'base64url').toString('hex')}`,
        'hex',
      ),
      format: 'der',
      type: 'spki',
    });
    this.#publicKey = publicKey;
    this.#minutesKept = minutesKept;
    this.#isSigned = (text, signature) =>
      verify(null, Buffer.from(text, 'ascii'), key, Buffer.from(signature, 'base64url'));
  }

  /** Takes the next minute of an instrument. */
  addMinute(minute: NaiveMinute): void {
    const instrument = this.#of(minute.instrument);
    instrument.read.push({ minute, points: instrument.log.add(minute) });
    this.#counted.set(nameOf(minute), { said: minute.orders, seen: { up: 0, down: 0 } });
    if (instrument.read.length > 2 * this.#minutesKept)
      instrument.read = instrument.read.slice(-this.#minutesKept);
  }

  /** Takes the file of an ended order, whose minutes it has taken. */
  settle(file: NaiveFile): void {
    const { receipt } = file;
    const note = (difference: string) => this.#differences.push(`${difference}: ${receipt.text}`);
    if (file.public_key !== this.#publicKey || file.format !== 'meridian-settlement/2') note('key');
    if (!this.#isSigned(receipt.text, receipt.signature)) note('signature of the receipt');
    const terms = naiveTermsOf(receipt.text);
    if (terms === null) {
      note('form of the receipt');
      return;
    }
    const { read } = this.#of(terms.instrument);
    const used = minutesOf(terms, file, read);
    if (!file.minutes.every((minute, place) => minute === used[place]?.minute)) note('minutes');
    if (file.minutes.length < used.length) note('number of minutes');
    const named = used.find(({ points }) => points.some(({ at }) => at === terms.log));
    const head = named?.points.find(({ at }) => at === terms.log)?.head;
    if (head !== terms.head) note('head of the receipt');
    if (terms.accepted < terms.log || terms.accepted > terms.log + 2_000) note('acceptance');
    const counted = named && this.#counted.get(nameOf(named.minute));
    if (counted !== undefined) {
      const way = terms.direction === 'up' ? 'up' : 'down';
      counted.seen[way] += 1;
      if ((counted.said?.[way] ?? 0) < counted.seen[way]) note('order that no minute counts');
    }
    const points = used.flatMap((each) => each.points);
    for (const figure of differingFigures(terms, file, points)) note(figure);
  }

  /** The differences so far. */
  get differences(): readonly string[] {
    const logs = [...this.#instruments.values()];
    return [...logs.flatMap(({ log }) => log.differences), ...this.#differences];
  }

  /** Returns the minutes that count other orders than those of all files so far. */
  miscounted(): readonly string[] {
    return [...this.#counted]
      .filter(([, { said, seen }]) => said?.up !== seen.up || said.down !== seen.down)
      .map(([name, { said, seen }]) => `orders of ${name}: ${text(said)} instead of ${text(seen)}`);
  }

  #of(name: string): Instrument {
    const known = this.#instruments.get(name);
    if (known !== undefined) return known;
    const instrument: Instrument = { log: new NaiveLog(this.#isSigned), read: [] };
    this.#instruments.set(name, instrument);
    return instrument;
  }
}

/**
 * Returns the minutes that the file of an order must have: from the one before that of its receipt to that of its end. One more
 * minute may follow when the last moment of a void order is between two points.
 */
function minutesOf(
  { log, accepted }: NaiveTerms,
  { result, minutes }: NaiveFile,
  read: readonly Read[],
) {
  const from = log - (log % MINUTE) - MINUTE;
  const moment = result?.expires_at ?? accepted + 2_000;
  const end = moment - (moment % GRID);
  const first = read.findIndex(({ minute }) => minute.minute >= from);
  const last = read.findIndex(({ minute }) => minute.last >= end);
  if (first === -1 || last === -1) return [];
  const isLonger = moment > end && minutes.length > last + 1 - first;
  return read.slice(first, last + (isLonger ? 2 : 1));
}

/** Returns the figures that the exchange booked otherwise. */
function differingFigures(
  terms: NaiveTerms,
  { result }: NaiveFile,
  points: readonly NaivePoint[],
): readonly string[] {
  if (result === null) return ['result'];
  const right = settleNaively(terms, points);
  const said = { ...result, payout: naiveUnitsOf(result.payout) };
  return (Object.keys(right) as (keyof typeof right)[])
    .filter((figure) => String(said[figure]) !== String(right[figure]))
    .map((figure) => `${figure} is ${said[figure]}, the record says ${right[figure]}`);
}

const nameOf = ({ instrument, minute, segment }: NaiveMinute): string =>
  `minute ${minute} of ${instrument}, ${segment}`;

const text = (orders: Counted['said']): string =>
  orders === null ? 'none' : `${orders.up} up and ${orders.down} down`;
