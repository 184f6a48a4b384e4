/** Opens fast contracts on the dealing writer, and lets the index log settle what ended while no server ran. */
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import type { TradingHours } from '../../../contract/figures/trading-calendar.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { GuestHost, WriterGuest } from '../../ledger/writer/guest.types.ts';
import type { MicroInstrument } from './demo-products.ts';
import { MicroDesk } from './micro-desk.ts';
import { MicroExchange } from './micro-exchange.ts';
import { MicroMemory } from './micro-memory.ts';
import type { SignText } from './micro-receipts.ts';
import { createMicroStore } from './micro-store.repo.ts';
import type { IndexPointOf, MicroSnapshot, StoredMicroOrder } from './micro.types.ts';

/** The index log. */
interface IndexSource {
  /** The stored points of the last minute, the oldest first. */
  recent(instrument: string): readonly IndexPointOf[] | undefined;
  subscribe(listener: (instrument: string, point: IndexPointOf) => void): () => void;
  /** Time of the last point that was read, stored or not; 0 before the first. */
  readonly lastReadMs: EpochMs;
  /** Lets every point wait for what `barrier` returns, null for nothing. */
  waitFor(barrier: () => Promise<unknown> | null): void;
}

interface OpenMicroParts {
  readonly database: Database;
  /** The state of the start, read after the dealing writer took its turn. */
  readonly snapshot: MicroSnapshot;
  /** The writer of contracts, which commits fast contracts too. */
  readonly dealing: { admit(guest: WriterGuest): GuestHost };
  /** The settlement currency and its code. */
  readonly currencyId: number;
  readonly currency: string;
  readonly index: IndexSource;
  /** Returns all points since a time, or the fault of a minute whose lines are missing or false. */
  readonly readPoints: (
    instrument: string,
    fromMs: EpochMs,
  ) => Promise<{ readonly points: readonly IndexPointOf[] } | { readonly fault: Error }>;
  /** Instruments of the index log with their hours; instruments that take orders have the decimals of a price. */
  readonly hours: ReadonlyMap<string, TradingHours>;
  readonly scales: ReadonlyMap<string, number>;
  /** Spot markets and forex pairs that have prices. */
  readonly instruments: readonly MicroInstrument[];
  /** Signs with the key of the index log. */
  readonly sign: SignText;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Log message of a start that cannot settle orders. */
const UNPROVEN =
  'lines of the index log that open fast contracts need are missing or false: these wait, and no new ones are taken. Put the lines back and start again, see docs/INDEX-LOG.md';

interface OpenedMicro {
  readonly exchange: MicroExchange;
  readonly desk: MicroDesk;
}

export async function openMicro(parts: OpenMicroParts): Promise<OpenedMicro> {
  const { database, snapshot: stored, dealing, index, hours } = parts;
  // A product whose instrument the log does not have takes no orders.
  const isLogged = ({
    instrument,
    priceScale,
  }: Pick<MicroInstrument, 'instrument' | 'priceScale'>) =>
    parts.scales.get(instrument) === priceScale;
  const products = new Map(
    stored.products.filter(isLogged).map((product) => [product.id, product]),
  );
  // The exchange needs the host, and its first batch comes only after a change of the exchange.
  let exchange: MicroExchange | undefined;
  const memory: MicroMemory = new MicroMemory(hours, parts.currencyId, (batch, ordinal) =>
    exchange?.publish(batch, ordinal),
  );
  const host = dealing.admit(memory);
  const owners = new Set(stored.openOrders.map(({ ownerId }) => ownerId));
  await Promise.all([...owners].map((ownerId) => host.load(ownerId)));
  const store = createMicroStore(database);
  exchange = new MicroExchange({ ...parts, memory, host, products, store });
  await recover(exchange, stored.openOrders, parts);
  exchange.beginTrading();
  index.waitFor(() => exchange.placed());
  const { lastFundingId } = stored;
  const lastProductId = Math.max(0, ...stored.products.map(({ id }) => id));
  const instruments = new Map(
    parts.instruments.filter(isLogged).map((each) => [each.instrument, each]),
  );
  const desk = new MicroDesk({
    memory,
    host,
    products,
    instruments,
    lastFundingId,
    lastProductId,
  });
  return { exchange, desk };
}

/**
 * Gives the exchange the points that open orders wait for, then every new one. An instrument with a minute whose lines are
 * missing or false gets none, because its orders would end by other points than were signed; the exchange then takes no
 * new orders.
 */
async function recover(
  exchange: MicroExchange,
  openOrders: readonly StoredMicroOrder[],
  { index, readPoints, hours, log }: OpenMicroParts,
): Promise<void> {
  const faulty = new Set<string>();
  const take = (point: IndexPointOf): void => {
    if (!faulty.has(point.record.instrument)) exchange.takePoint(point);
  };
  let early: IndexPointOf[] | null = [];
  index.subscribe((_, point) => {
    if (early === null) take(point);
    else early.push(point);
  });
  const from = new Map<string, EpochMs>();
  for (const order of openOrders) {
    const firstMs = firstPointOf(order);
    from.set(order.instrument, Math.min(firstMs, from.get(order.instrument) ?? firstMs));
  }
  for (const [instrument, fromMs] of from) {
    const read = await readPoints(instrument, fromMs);
    if ('fault' in read) {
      faulty.add(instrument);
      log.error({ err: read.fault, instrument }, UNPROVEN);
    } else for (const point of read.points) take(point);
  }
  if (faulty.size > 0) exchange.suspend();
  for (const instrument of hours.keys())
    for (const point of index.recent(instrument) ?? []) take(point);
  for (const point of early) take(point);
  early = null;
  await exchange.settled();
}

/** Returns the time of the first point that the order can need. */
const firstPointOf = ({ acceptedAtMs, expiresAtMs }: StoredMicroOrder): EpochMs =>
  expiresAtMs === null ? acceptedAtMs : expiresAtMs - SETTLEMENT_WINDOW_MS;
