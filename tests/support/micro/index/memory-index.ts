/** An index log with its store in memory, whose clock and prices a test sets. */
import { generateKeyPairSync } from 'node:crypto';
import type { MinuteOrders } from '../../../../contract/figures/index-chain.ts';
import type { SignedMinute } from '../../../../contract/figures/index-check.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import type { IndexMinute } from '../../../../contract/micro/index/price-index.ts';
import { indexCryptoOf } from '../../../../server/areas/micro/index/index-crypto.ts';
import { IndexKey } from '../../../../server/areas/micro/index/index-key.ts';
import type { IndexEntry } from '../../../../server/areas/micro/index/index-lines.ts';
import { provenIndex } from '../../../../server/areas/micro/index/index-parts.ts';
import { IndexRun, type OrdersOf } from '../../../../server/areas/micro/index/index-run.ts';
import { headInfo } from '../../../../server/areas/micro/index/index-source.ts';
import type {
  IndexPart,
  SignedSheet,
  StoredEnd,
  StoredIndex,
} from '../../../../server/areas/micro/index/index-store.repo.ts';
import { unpackLines } from '../../../../server/areas/micro/index/minute-body.ts';

export const COIN = { name: 'BTC/USDT', hours: 'always' } as const;
export const FOREX = { name: 'EUR/USD', hours: 'forex' } as const;
/** A Wednesday, at the start of a minute, while forex is open. */
export const START = Date.UTC(2026, 10, 25, 12);

const newKey = () => new IndexKey(generateKeyPairSync('ed25519').privateKey);
export const KEY = newKey();
/** A key that this exchange does not have. */
export const OTHER_KEY = newKey();
export const CRYPTO = indexCryptoOf(KEY.publicKey);

export class MemoryIndex {
  now = START;
  parts: IndexPart[] = [];
  readonly signed: SignedSheet[] = [];
  readonly published: IndexEntry[] = [];
  /** Reasons of the ends of runs. */
  readonly ends: unknown[] = [];
  /** Answer of commits, sooner or later; an error rejects. */
  answer: boolean | Error | Promise<boolean> = true;
  prices: readonly SourcePrice[] = [];
  /** Returns the prices of an instrument. */
  pricesOf: (instrument: string) => readonly SourcePrice[] = () => this.prices;
  /** Orders of every minute that is signed. */
  orders: MinuteOrders = { up: 0, down: 0 };
  /** Returns the orders of each minute that is signed. */
  ordersOf: OrdersOf = (sheets) => Promise.resolve(sheets.map(() => this.orders));
  run: IndexRun;
  /** The last signed minute of each instrument. */
  readonly #ends = new Map<string, StoredEnd>();

  constructor() {
    this.run = this.#open();
  }

  /** Sets the price of each source, as of now. */
  say(...ticks: readonly number[]): void {
    this.prices = ticks.map((value, index) => ({
      sourceId: `source-${index}`,
      ticks: value,
      atMs: this.now,
    }));
  }

  /** Lets so many points of the grid pass, at each of which the sources say these ticks. */
  async write(points: number, ...ticks: readonly number[]): Promise<void> {
    for (let index = 0; index < points; index += 1) {
      this.say(...ticks);
      this.run.tick(this.now);
      await this.run.settled();
      this.now += 250;
    }
  }

  /** Begins again from the stored points, as after a crash. */
  restart(): void {
    this.run = this.#open();
  }

  /** The signed minutes of an instrument, as they are published. */
  async minutes(instrument: string = COIN.name): Promise<SignedMinute[]> {
    const found = this.signed.filter(({ sheet }) => sheet.instrument === instrument);
    return Promise.all(
      found.map(async ({ sheet, orders, signature, body }) => ({
        ...sheet,
        orders,
        lines: (await unpackLines(body)).lines,
        signature: signature.toString('base64url'),
      })),
    );
  }

  /** Takes the minutes that were signed since the last call, in the form in which the server publishes them. */
  takeMinutes(): Promise<IndexMinute[]> {
    return Promise.all(
      this.signed.splice(0).map(async ({ sheet, orders, signature, body }) => ({
        ...headInfo({ ...sheet, orders, signature }),
        price_scale: 2,
        lines: [...(await unpackLines(body)).lines],
      })),
    );
  }

  /** Points of the coin that were published: ticks, or the reason of the gap. */
  points(): readonly (number | string)[] {
    return this.published
      .filter(({ instrument }) => instrument === COIN.name)
      .map(({ record }) => record.ticks ?? record.gap ?? '');
  }

  #open(): IndexRun {
    return new IndexRun({
      store: {
        addParts: (parts) => this.#commit(() => this.parts.push(...parts)),
        sign: (sheets) =>
          this.#commit(() => {
            this.signed.push(...sheets);
            for (const { sheet, orders, signature } of sheets)
              this.#ends.set(sheet.instrument, { ...sheet, orders, signature });
            const lastMs = Math.max(...sheets.map(({ sheet }) => sheet.lastMs));
            this.parts = this.parts.filter(({ atMs }) => atMs > lastMs);
          }),
      },
      stored: provenIndex(this.#stored(), CRYPTO),
      instruments: [COIN, FOREX],
      pricesOf: (instrument) => this.pricesOf(instrument),
      key: KEY,
      ordersOf: (sheets) => this.ordersOf(sheets),
      publish: (entries) => this.published.push(...entries),
      onEnded: (error) => this.ends.push(error),
    });
  }

  async #commit(apply: () => unknown): Promise<boolean> {
    if (this.answer instanceof Error) throw this.answer;
    const isStored = await this.answer;
    if (isStored) apply();
    return isStored;
  }

  #stored(): StoredIndex {
    return { ends: [...this.#ends.values()], parts: this.parts, older: new Map() };
  }
}
