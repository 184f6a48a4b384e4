/**
 * Walks through any lifecycle on the pages of the app by the texts of its model. The output of `npm run qa --
 * paths <machine> --format playwright` uses it.
 */
import { LIFECYCLE_KINDS } from '../../../contract/lifecycle-kinds.ts';
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import type { MachineModel } from '../../../qa/models/model.ts';
import { RECORD_MODELS } from '../../../qa/models/registry.ts';
import {
  limitOrderModel,
  marketBuyModel,
  spotMarketBuyModel,
} from '../../../qa/models/spot-order.model.ts';
import { pathThrough, type Path } from '../../../qa/paths.ts';
import { runPath, type System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { PageFeedback } from '../desk/page-feedback.ts';
import { PageVerification } from '../desk/page-verification.ts';
import { AdStage, PageFiatAd } from '../fiat-paths/page-fiat-ad.ts';
import { OrderStage, PageFiatOrder } from '../fiat-paths/page-fiat-order.ts';
import {
  contractObstacleOnPage,
  HandsOnPage,
  openContractWorld,
} from '../lever-paths/page-contract-order.ts';
import { HttpContractOrder } from '../lever-paths/http-contract-order.ts';
import { PageMicroOrder } from '../micro/page-micro-order.ts';
import { useProduct, type Product } from './product.ts';
import { OrderWorld } from '../spot/order-world.ts';
import { PageOrder } from '../spot/page-order.ts';
import { openTrade } from '../spot/trade-page.ts';
import { PageOffering } from '../ieo/page-offering.ts';
import { PageRecord } from '../wallet/page-record.ts';
import { ScriptedPage } from '../wallet/scripted-page.ts';

interface Shown extends System {
  expected(move: Move): unknown;
  /** Ends the records that would be in the way of the next path. */
  end?(): Promise<void>;
}

/** The pages of a kind of record. */
interface Staged {
  /** Returns the model with the values of the running product, where they differ. */
  model?(product: Product, model: MachineModel): Promise<MachineModel>;
  begin(product: Product, path: Path): Shown | Promise<Shown>;
}

/** Opens a value once for each server. */
function oncePerServer<T>(
  open: (product: Product) => Promise<T>,
): (product: Product) => Promise<T> {
  const opened = new WeakMap<object, Promise<T>>();
  return (product) => {
    const value = opened.get(product.server) ?? open(product);
    opened.set(product.server, value);
    return value;
  };
}
const worldOf = oncePerServer(({ server }) => OrderWorld.open(server));
const contractWorldOf = oncePerServer(openContractWorld);

async function pageOrder(product: Product, path: Path): Promise<Shown> {
  const world = await worldOf(product);
  return new PageOrder(world, path, await openTrade(product, 'merchant', world.market.id));
}

async function pageRecord(
  product: Product,
  address: string,
  begin: (told: ScriptedPage) => PageRecord,
): Promise<Shown> {
  const told = await ScriptedPage.over(await product.openAs('newcomer'));
  await told.page.goto(address);
  await told.page.getByRole('heading', { level: 1 }).waitFor();
  return begin(told);
}

async function contractOrder(product: Product, path: Path): Promise<Shown> {
  const reason = contractObstacleOnPage(path);
  if (reason !== null) throw new Error(`"${path.id}" cannot be walked on the pages: ${reason}`);
  const world = await contractWorldOf(product);
  return new HttpContractOrder(world, path, new HandsOnPage(await product.openAs('trader')));
}

const STAGES: Readonly<Record<LifecycleKind, Staged>> = {
  'fiat-order': {
    begin: async (product, path) => new PageFiatOrder(await OrderStage.open(product), path),
  },
  'fiat-ad': {
    begin: async (product, path) => new PageFiatAd(await AdStage.open(product), path),
  },
  'kyc-review': { begin: (product, path) => new PageVerification(product, path) },
  'feedback-ticket': { begin: (product, path) => new PageFeedback(product, path) },
  deposit: { begin: (product) => pageRecord(product, '/recharge-record', PageRecord.deposit) },
  withdrawal: {
    begin: (product) => pageRecord(product, '/withdrawal-record', PageRecord.withdrawal),
  },
  'spot-order': {
    model: async (product, { name }) => {
      const example = (await worldOf(product)).example('buy');
      return name === spotMarketBuyModel.name ? marketBuyModel(example) : limitOrderModel(example);
    },
    begin: pageOrder,
  },
  'contract-order': { begin: contractOrder },
  'micro-order': {
    begin: async (product) =>
      new PageMicroOrder(await ScriptedPage.over(await product.openAs('newcomer'))),
  },
  'ieo-offering': {
    begin: async (product) =>
      new PageOffering(await ScriptedPage.over(await product.openAs('newcomer'))),
  },
  'ieo-subscription': {
    begin: (product) => pageRecord(product, '/ieo-history', PageRecord.ieo),
  },
  'staking-position': {
    begin: (product) => pageRecord(product, '/storage-currency-history', PageRecord.staking),
  },
};

/** Finds the kind of record that a model walks, by the name of the model. */
function stageOf(name: string): { readonly staged: Staged; readonly model: MachineModel } {
  for (const kind of LIFECYCLE_KINDS) {
    const models: readonly MachineModel[] = RECORD_MODELS[kind];
    const model = models.find((one) => one.name === name);
    if (model !== undefined) return { staged: STAGES[kind], model };
  }
  throw new Error(`${name} is the model of no record`);
}

/** Starts the product for the tests of the calling file. @param name of a model of records. */
export function usePagePaths(
  name: string,
): (id: string, labels: readonly string[]) => Promise<void> {
  const { staged, model: listed } = stageOf(name);
  const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' });
  return async (id, labels) => {
    const model = (await staged.model?.(product, listed)) ?? listed;
    const path = pathThrough(model, id, labels);
    const system = await staged.begin(product, path);
    try {
      await runPath(path, system, (move) => system.expected(move));
    } finally {
      await system.end?.();
    }
  };
}
