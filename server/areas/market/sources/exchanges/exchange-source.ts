/** A price source that follows one exchange by its public socket, for as long as the server runs. */
import { setTimeout as pause } from 'node:timers/promises';
import { assert } from '../../../../../contract/assert.ts';
import type { Clock } from '../../../../../contract/time.ts';
import { SECOND_MS } from '../../../../../contract/time.ts';
import type { Log } from '../../../../kit/log.ts';
import { HourlyWarnings } from '../../hourly-warnings.ts';
import type { PricePair, PriceSource, PriceTick } from '../price-source.ts';
import { toTicks } from '../read-ticks.ts';
import { retryPauseMs, USUAL_PACE, type FeedPace } from './feed-pace.ts';
import type { FeedEvent, FeedProtocol } from './feed-protocol.ts';
import { FeedSocket } from './feed-socket.ts';

export interface ExchangeSourceParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Uniform in [0, 1). */
  readonly chance: () => number;
  /** Replaces the documented address. */
  readonly url?: string | undefined;
  /** {@link USUAL_PACE} by default. */
  readonly pace?: FeedPace;
}

/** A price that is ahead of the clock by more than this is not taken. */
const AHEAD_MS_MAX = SECOND_MS;
/** Texts of an exchange are logged up to this length. */
const REASON_LENGTH_MAX = 200;

export class ExchangeSource implements PriceSource {
  readonly id: string;
  readonly #protocol: FeedProtocol;
  readonly #parts: ExchangeSourceParts;
  readonly #pace: FeedPace;
  readonly #warnings: HourlyWarnings;
  readonly #stopping = new AbortController();
  readonly #pairs = new Map<string, PricePair>();
  /** The newest price by name of the pair. It stays when the connection is lost, and ages. */
  readonly #prices = new Map<string, PriceTick>();
  /** Symbols that the exchange does not have, until they are logged. */
  readonly #refused = new Set<string>();
  #socket: FeedSocket | undefined;
  #running: Promise<void> | undefined;

  constructor(protocol: FeedProtocol, parts: ExchangeSourceParts) {
    this.id = protocol.id;
    this.#protocol = protocol;
    this.#parts = parts;
    this.#pace = parts.pace ?? USUAL_PACE;
    this.#warnings = new HourlyWarnings(parts.clock, parts.log);
  }

  price({ name }: PricePair): PriceTick | null {
    return this.#prices.get(name) ?? null;
  }

  start(pairs: readonly PricePair[]): void {
    assert(this.#running === undefined, 'a price source is started once');
    for (const pair of pairs) {
      const symbol = this.#protocol.symbolOf(pair);
      if (symbol !== null) this.#pairs.set(symbol, pair);
    }
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#socket?.close('the server stops');
    await this.#running;
  }

  /** Connects again after each end, with growing pauses. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { chance, url = this.#protocol.url } = this.#parts;
    const pace = this.#pace;
    const symbols = [...this.#pairs.keys()];
    for (let failures = 0; !signal.aborted;) {
      this.#socket = new FeedSocket({
        protocol: this.#protocol,
        url,
        symbols,
        pace,
        onOpen: () => this.#parts.log.info({ source: this.id }, 'a price source is connected'),
        onEvent: (event) => this.#take(event),
      });
      const { reason, isSteady } = await this.#socket.ended;
      if (signal.aborted) return;
      this.#warn('lost', { reason: shortened(reason) }, 'a price source is not connected');
      if (isSteady) failures = 0;
      const pauseMs = retryPauseMs(pace, failures, chance());
      failures += 1;
      // It rejects only when the server stops.
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #take(event: FeedEvent): void {
    switch (event.kind) {
      case 'price':
        return this.#takePrice(event);
      case 'refused':
        return this.#refuse(event.symbol, event.reason);
      case 'malformed':
        return this.#warn('malformed', {}, 'a price source sent what its protocol does not have');
      default:
    }
  }

  #takePrice({ symbol, price, atMs }: Extract<FeedEvent, { kind: 'price' }>): void {
    const pair = this.#pairs.get(symbol);
    if (pair === undefined) return;
    const aheadMs = atMs - this.#parts.clock.now();
    if (aheadMs > AHEAD_MS_MAX)
      return this.#warn('ahead', { aheadMs }, 'a price source is ahead of the clock');
    const before = this.#prices.get(pair.name);
    const ticks = toTicks(price, pair.priceScale);
    const isNewer = before === undefined || atMs >= before.atMs;
    if (isNewer && ticks > 0 && Number.isSafeInteger(ticks))
      this.#prices.set(pair.name, { ticks, atMs });
  }

  /** Exchanges lack many pairs, so all refusals of a connection make one line. */
  #refuse(symbol: string | null, reason: string): void {
    if (symbol === null || !this.#pairs.has(symbol))
      return this.#warn('refused', { reason: shortened(reason) }, 'a price source refused');
    const { signal } = this.#stopping;
    if (this.#refused.size === 0)
      void pause(this.#pace.refusalsMs, undefined, { signal, ref: false }).then(
        () => this.#logRefusals(),
        () => {},
      );
    this.#refused.add(symbol);
  }

  #logRefusals(): void {
    const symbols = [...this.#refused].toSorted();
    this.#refused.clear();
    this.#parts.log.info({ source: this.id, symbols }, 'a price source does not have these pairs');
  }

  #warn(key: string, fields: Readonly<Record<string, unknown>>, text: string): void {
    this.#warnings.note(key, { source: this.id, ...fields }, text);
  }
}

const shortened = (text: string): string => text.slice(0, REASON_LENGTH_MAX);
