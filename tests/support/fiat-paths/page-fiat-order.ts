/** A fiat order on the pages of its two sides, as a system of the path runner. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrderEvent } from '../../../machines/domain/fiat/fiat-order.events.ts';
import type { FiatOrderAction } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import { FIAT_ORDER_INPUT, FIAT_ORDER_PEOPLE } from '../../../qa/models/fiat-order.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { historyOf } from '../desk/path-history.ts';
import { postAd } from '../fiat/fiat-ads.ts';
import { takeAd } from '../fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, type FiatUser } from '../fiat/fiat-users.ts';
import { dataOf, errorOf, signIn } from '../users/accounts.ts';
import { frameOf, photo } from '../pages/user-pages.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { callOperator } from '../operator/operators.ts';
import type { Product } from '../pages/product.ts';
import { settledView } from '../pages/settled-view.ts';
import { visit } from '../pages/visit.ts';
import { FiatWorld } from './fiat-world.ts';

const TOTAL = '100000';

interface Words {
  readonly state: Readonly<Record<string, string>>;
}
const words = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/fiat.json', import.meta.url), 'utf8'),
) as Words;

const ACTIONS: readonly FiatOrderAction[] = [
  'order.cancel',
  'payment.declare',
  'receipt.confirm',
  'receipt.postpone',
  'order.markAbnormal',
  'rights.apply',
  'rights.withdraw',
];
const isAction = (type: string): type is FiatOrderAction =>
  ACTIONS.some((action) => action === type);

/** The view of one side. */
interface View {
  readonly state: string;
  /** The side that has to act. */
  readonly turn: string;
  /** The offered actions, in alphabetical order. */
  readonly actions: readonly string[];
  readonly hasClock: boolean;
  /** Number of entries in the log. */
  readonly events: number;
}
type Observation = Readonly<Record<FiatParty, View>>;

/** Two users with a page each, and an ad large enough for many orders. */
export class OrderStage {
  readonly world: FiatWorld;
  readonly people: Readonly<Record<FiatParty, FiatUser>>;
  readonly pages: Readonly<Record<FiatParty, Page>>;
  readonly adId: string;

  /** Opens pages that stay until the end of the file. */
  static async open(product: Product): Promise<OrderStage> {
    const { server } = product;
    const world = await worldOf(product);
    const seller = await newMerchant(server, TOTAL);
    const buyer = await newFiatUser(server);
    const { id } = await postAd(seller, 'sell', { total: TOTAL });
    const pages = { buyer: await pageOf(product, buyer), seller: await pageOf(product, seller) };
    return new OrderStage(world, { buyer, seller }, pages, id);
  }

  /** Replaces the buyer, for the same seller and ad. */
  async withNewBuyer(product: Product): Promise<OrderStage> {
    const buyer = await newFiatUser(product.server);
    const pages = { ...this.pages, buyer: await pageOf(product, buyer) };
    return new OrderStage(this.world, { ...this.people, buyer }, pages, this.adId);
  }

  /** True if one more cancellation would bar the buyer today. */
  async isBuyerAtLimit(): Promise<boolean> {
    const standing = await this.people.buyer.ask('getFiatStanding', {});
    return standing.cancellations_today >= standing.cancellations_max - 1;
  }

  private constructor(
    world: FiatWorld,
    people: Readonly<Record<FiatParty, FiatUser>>,
    pages: Readonly<Record<FiatParty, Page>>,
    adId: string,
  ) {
    this.world = world;
    this.people = people;
    this.pages = pages;
    this.adId = adId;
  }
}

const pageOf = async (product: Product, { email }: FiatUser): Promise<Page> =>
  product.open({ tokens: dataOf(await signIn(product.server, email)), isOfFile: true });

const worlds = new WeakMap<object, Promise<FiatWorld>>();

/** One world per server, because its operator signs in for the first time only once. */
export function worldOf({ server }: Pick<Product, 'server'>): Promise<FiatWorld> {
  const known = worlds.get(server) ?? FiatWorld.open(server);
  worlds.set(server, known);
  return known;
}

export class PageFiatOrder implements System {
  readonly target = 'page';
  readonly #stage: OrderStage;
  readonly #path: Path;
  #id = '';
  #wanted: Observation | undefined;

  constructor(stage: OrderStage, path: Path) {
    this.#stage = stage;
    this.#path = path;
  }

  async start(): Promise<void> {
    const { people, pages, adId } = this.#stage;
    this.#id = dataOf(await takeAd(people.buyer, { id: adId })).id;
    await Promise.all(Object.values(pages).map((page) => this.#open(page)));
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as FiatOrderEvent;
    if (event.type === 'dispute.award') return this.#award(event);
    const page = this.#stage.pages[event.by.role === 'seller' ? 'seller' : 'buyer'];
    await page.getByTestId(`action ${event.type}`).click();
    await this.#fillIn(page, event.type);
    await page.getByTestId('confirm-action').click();
    await page.getByTestId('confirm-action').waitFor({ state: 'hidden' });
  }

  async advance(delay: string): Promise<void> {
    const windows: Readonly<Record<string, number>> = {
      paymentWindow: FIAT_ORDER_INPUT.paymentWindowMs,
      confirmWindow: FIAT_ORDER_INPUT.confirmWindowMs,
      postponeWindow: FIAT_ORDER_INPUT.postponeWindowMs,
    };
    await this.#stage.world.advance(ensure(windows[delay], delay));
  }

  observe(): Promise<Observation> {
    const { buyer, seller } = this.#stage.pages;
    return settledView(
      async () => ({ buyer: await read(buyer), seller: await read(seller) }),
      ensure(this.#wanted, 'an expectation'),
    );
  }

  /** The views by the model. */
  readonly expected = (move: Move): Observation => {
    const events = historyOf(this.#path, move).length + 1;
    const view = (side: FiatParty): View => ({
      state: ensure(words.state[stateOf(move.snapshot)], 'words of a state'),
      turn: turnOf(move.snapshot, side),
      actions: actionsOf(move.snapshot, side),
      hasClock: move.snapshot.matches('unpaid') || move.snapshot.matches('confirming'),
      events,
    });
    this.#wanted = { buyer: view('buyer'), seller: view('seller') };
    return this.#wanted;
  };

  /** Ends the order over HTTP, so that it does not affect others. */
  async clear(): Promise<void> {
    const { buyer, seller } = this.#stage.people;
    const { state, revision } = await buyer.ask('getFiatOrder', { id: this.#id });
    const seen = { id: this.#id, revision: String(revision) };
    if (state === 'unpaid') await buyer.ask('cancelFiatOrder', seen);
    else if (state !== 'completed' && state !== 'cancelled')
      await seller.ask('confirmFiatReceipt', { ...seen, pay_password: PAY_PASSWORD });
  }

  /** Waits for the number of the order, because the page shows the previous order until then. */
  async #open(page: Page): Promise<void> {
    await visit(page, `/fiat-order?id=${this.#id}`);
    await page.locator(`[translate=no]:text-is("${this.#id}")`).waitFor();
  }

  async #fillIn(page: Page, type: FiatOrderAction): Promise<void> {
    switch (type) {
      case 'payment.declare':
        await page.getByLabel('Picture 1', { exact: true }).setInputFiles(await photo());
        await frameOf(page, 'Picture 1').and(page.locator('[data-status=done]')).waitFor();
        return;
      case 'receipt.confirm':
        await page.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
        return;
      case 'order.markAbnormal':
        await page.getByLabel('What’s wrong?').fill('The name on the payment is another one.');
        return;
      case 'rights.apply':
        await page.getByLabel('Reason').selectOption('other');
        await page.getByLabel('What happened?').fill('We do not agree on what was paid.');
        return;
      default:
        return;
    }
  }

  async #award(event: Extract<FiatOrderEvent, { type: 'dispute.award' }>): Promise<void> {
    const { world } = this.#stage;
    const fields = {
      id: this.#id,
      to: event.to,
      is_payment_false: event.isPaymentFalse ? '1' : '0',
      text: event.text,
      reason: 'looked at by a test',
    } as const;
    const token = await world.operatorToken();
    const answer = await callOperator(world.server, 'awardDispute', fields, { token });
    expect(errorOf(answer)).toBeUndefined();
  }
}

/** Reads all parts at one moment. */
const read = (page: Page): Promise<View> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const head = document.querySelector<HTMLElement>('[data-testid=order-head]');
    return {
      state: document.querySelector('[data-testid=order-state]')?.textContent ?? '',
      turn: head?.dataset['turn'] ?? '',
      actions: all('[data-testid^="action "]')
        .map(({ dataset }) => (dataset['testid'] ?? '').replace('action ', ''))
        .toSorted(),
      hasClock: document.querySelector('[role=timer]') !== null,
      events: all('[data-testid=order-event]').length,
    };
  });

/** `state` on the wire. */
function stateOf(snapshot: AnyMachineSnapshot): string {
  const meta = Object.values(snapshot.getMeta()).find((one) => one !== undefined);
  return (ensure(meta, 'meta') as { readonly state: string }).state;
}

/** The side that has to act by the rules, not by the page. */
function turnOf(snapshot: AnyMachineSnapshot, side: FiatParty): string {
  if (snapshot.status === 'done') return 'none';
  if (snapshot.matches('rightsProtection')) return 'operator';
  return (snapshot.matches('unpaid') ? 'buyer' : 'seller') === side ? 'mine' : 'theirs';
}

function actionsOf(snapshot: AnyMachineSnapshot, side: FiatParty): string[] {
  const by = { role: side, userId: FIAT_ORDER_PEOPLE[side] };
  const fields = { by, voucherIds: ['voucher'], reason: 'other' };
  return ACTIONS.filter((type) => snapshot.can({ type, ...fields })).toSorted();
}

/** True if the page could offer the event to a side, so that a missing button counts as a refusal. */
export const isShownAsAction = ({ type, by }: AnyEventObject): boolean =>
  isAction(type) && (by as { readonly userId: number }).userId !== FIAT_ORDER_PEOPLE.stranger;
