/**
 * Walks through any lifecycle on the pages of the app by the texts of its model. The output of `npm run qa --
 * paths <machine> --format playwright` uses it.
 */
import type { PagedMachine } from '../../qa/format/playwright.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../qa/models/fiat-ad.model.ts';
import { fiatOrderModel } from '../../qa/models/fiat-order.model.ts';
import { belowMinimumModel, depositModel } from '../../qa/models/deposit.model.ts';
import { feedbackTicketModel } from '../../qa/models/feedback-ticket.model.ts';
import { kycReviewModel } from '../../qa/models/kyc-review.model.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import { limitOrderModel, marketBuyModel } from '../../qa/models/spot-order.model.ts';
import { smallWithdrawal, withdrawalModel } from '../../qa/models/withdrawal.model.ts';
import { pathThrough, type Path } from '../../qa/paths.ts';
import { runPath, type System } from '../../qa/run-path.ts';
import type { Move } from '../../qa/walk.ts';
import { PageFeedback } from './desk/page-feedback.ts';
import { PageKyc } from './desk/page-kyc.ts';
import { AdStage, PageFiatAd } from './fiat-paths/page-fiat-ad.ts';
import { OrderStage, PageFiatOrder } from './fiat-paths/page-fiat-order.ts';
import { useProduct, type Product } from './product.ts';
import { OrderWorld } from './spot/order-world.ts';
import { PageOrder } from './spot/page-order.ts';
import { openTrade } from './trade-page.ts';
import { PageRecord } from './wallet/page-record.ts';
import { ScriptedPage } from './wallet/scripted-page.ts';

type Shown = System & { expected(move: Move): unknown };

/** A lifecycle on its pages. */
interface Staged {
  /** The model with the values of the running product. */
  model(product: Product): MachineModel | Promise<MachineModel>;
  begin(product: Product, path: Path): Shown | Promise<Shown>;
}

const worlds = new WeakMap<object, Promise<OrderWorld>>();
function worldOf({ server }: Product): Promise<OrderWorld> {
  const known = worlds.get(server) ?? OrderWorld.open(server);
  worlds.set(server, known);
  return known;
}

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

const deposit = (model: MachineModel): Staged => ({
  model: () => model,
  begin: (product) => pageRecord(product, '/recharge-record', PageRecord.deposit),
});
const withdrawal = (model: MachineModel): Staged => ({
  model: () => model,
  begin: (product) => pageRecord(product, '/withdrawal-record', PageRecord.withdrawal),
});
const fiatAd = (model: MachineModel): Staged => ({
  model: () => model,
  begin: async (product, path) => new PageFiatAd(await AdStage.open(product), path),
});

const LIFECYCLES: Readonly<Record<PagedMachine, Staged>> = {
  'fiat-order': {
    model: () => fiatOrderModel,
    begin: async (product, path) => new PageFiatOrder(await OrderStage.open(product), path),
  },
  'fiat-ad': fiatAd(fiatAdModel),
  'fiat-buy-ad': fiatAd(fiatBuyAdModel),
  'kyc-review': {
    model: () => kycReviewModel,
    begin: (product, path) => new PageKyc(product, path),
  },
  'feedback-ticket': {
    model: () => feedbackTicketModel,
    begin: (product, path) => new PageFeedback(product, path),
  },
  deposit: deposit(depositModel),
  'small-deposit': deposit(belowMinimumModel),
  withdrawal: withdrawal(withdrawalModel),
  'small-withdrawal': withdrawal(smallWithdrawal),
  'spot-order': {
    model: async (product) => limitOrderModel((await worldOf(product)).example('buy')),
    begin: pageOrder,
  },
  'spot-market-buy': {
    model: async (product) => marketBuyModel((await worldOf(product)).example('buy')),
    begin: pageOrder,
  },
};

/** Starts the product for the tests of the calling file. */
export function usePagePaths(
  machine: PagedMachine,
): (id: string, labels: readonly string[]) => Promise<void> {
  const { model, begin } = LIFECYCLES[machine];
  const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' });
  return async (id, labels) => {
    const path = pathThrough(await model(product), id, labels);
    const system = await begin(product, path);
    await runPath(path, system, (move) => system.expected(move));
  };
}
