/** Fast contracts as operators see them: pool, exposure, sources, products. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { FundChanges } from '../../../contract/operator/schemas/funds.ts';
import type {
  OperatorMicroDesk,
  OperatorMicroInstrument,
  OperatorMicroProduct,
} from '../../../contract/operator/schemas/micro.ts';
import type { Database } from '../../kit/db/database.ts';
import type { MicroDeskView, MicroProduct, MicroSide } from '../micro/micro.area.ts';
import type { Settlement } from './lever-market-view.ts';
import { MICRO_PRODUCTS } from './report-changes.ts';
import { findLastActs, type Acted } from './revisions.repo.ts';

interface MicroDeskReaderParts {
  readonly database: Database;
  readonly view: MicroDeskView;
  readonly settlement: Settlement;
}

type Point = NonNullable<OperatorMicroInstrument['point']>;
const NO_ORDERS: MicroSide = { orders: 0, stakes: 0n, profits: 0n };

/** Returns the desk without the changes of the pool. */
export async function readMicroDesk(
  { database, view, settlement }: MicroDeskReaderParts,
  funds: FundChanges,
): Promise<OperatorMicroDesk> {
  // The revisions are read before the products, so that a change in between makes them outdated.
  const actedOn = await findLastActs(database, 'micro_product');
  const amount = (units: bigint) => formatUnits(units, settlement.scale);
  const exposure = view.exposure();
  const { free, reserved } = view.pool();
  const { revision, act } = actedOn(MICRO_PRODUCTS[1]);
  const sideOf = ({ orders, stakes, profits }: MicroSide) => ({
    orders,
    stakes: amount(stakes),
    profits: amount(profits),
  });
  return {
    currency_code: settlement.code,
    pool_free: amount(free),
    pool_reserved: amount(reserved),
    funds,
    offerable: [...view.instruments].toSorted(),
    instruments: byInstrument([...view.products.values()]).map(([instrument, products]) => {
      const { up, down } = exposure.get(instrument) ?? { up: NO_ORDERS, down: NO_ORDERS };
      const priceScale = products[0]?.priceScale ?? 0;
      return {
        instrument,
        price_scale: priceScale,
        point: pointOf(view, instrument, priceScale),
        up: sideOf(up),
        down: sideOf(down),
        products: products.map((product) => shownProduct(product, actedOn(product.id), amount)),
      };
    }),
    revision,
    last_act: act,
  };
}

/** Instruments in the order of their first product, the products of each by duration. */
function byInstrument(products: readonly MicroProduct[]) {
  const names = new Set(products.map(({ instrument }) => instrument));
  return [...names].map((name) => {
    const own = products.filter(({ instrument }) => instrument === name);
    return [name, own.toSorted((a, b) => a.seconds - b.seconds)] as const;
  });
}

const shownProduct = (
  product: MicroProduct,
  { revision, act }: Acted,
  amount: (units: bigint) => string,
): OperatorMicroProduct => ({
  id: product.id,
  seconds: product.seconds,
  status: product.status,
  profit_ppm: product.profitPpm,
  loss_ppm: product.lossPpm,
  stake_min: amount(product.stakeMin),
  stake_max: amount(product.stakeMax),
  owner_limit: amount(product.ownerLimit),
  side_limit: amount(product.sideLimit),
  skew_limit: amount(product.skewLimit),
  revision,
  last_act: act,
});

function pointOf(
  view: Pick<MicroDeskView, 'lastPoint'>,
  instrument: string,
  priceScale: number,
): Point | null {
  const last = view.lastPoint(instrument);
  if (last === undefined) return null;
  const price = (ticks: number) => formatUnits(BigInt(ticks), priceScale);
  return {
    price: last.ticks === null ? null : price(last.ticks),
    gap: last.gap,
    time: last.atMs,
    sources: last.sources.map(({ sourceId, ticks, atMs }) => ({
      source: sourceId,
      price: price(ticks),
      age_ms: Math.max(0, last.atMs - atMs),
    })),
  };
}
