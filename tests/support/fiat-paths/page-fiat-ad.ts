/** An ad on the page of its merchant and in the shop as other users see it, as a system of the path runner. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatAdEvent } from '../../../machines/domain/fiat/fiat-ad.events.ts';
import type { FiatAdContext } from '../../../machines/domain/fiat/fiat-ad.machine.ts';
import { FIAT_AD_PART, FIAT_AD_PEOPLE } from '../../../qa/models/fiat-ad.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { postAd } from '../fiat/fiat-ads.ts';
import { newMerchant, type Merchant } from '../fiat/fiat-users.ts';
import { dataOf, errorOf, signIn } from '../users/accounts.ts';
import { PAY_PASSWORD } from '../users/pay-password.ts';
import { callOperator } from '../operator/operators.ts';
import type { Product } from '../pages/product.ts';
import { settledView } from '../pages/settled-view.ts';
import { drawn, visit } from '../pages/visit.ts';
import { OrdersOfAd } from './orders-of-ad.ts';
import { worldOf } from './page-fiat-order.ts';
import type { FiatWorld } from './fiat-world.ts';

/** Coins of one part. */
const PART = 10;

/** The buttons of the merchant, by the event that they send. */
const ACTIONS = {
  'ad.cancel': 'Cancel ad',
  'ad.edit': 'Edit',
  'ad.resume': 'Resume',
  'ad.suspend': 'Pause',
} as const;

interface Observation {
  /** The merchant's own view of the ad; null once the shop is closed, because the page then offers to open it. */
  readonly own: null | {
    readonly state: string;
    readonly remaining: string;
    readonly inOrders: string;
    readonly sold: string;
    readonly actions: readonly string[];
  };
  /** Number of ads in the shop for other users; null between two moves that do not change it. */
  readonly listed: number | null;
}

/** A merchant and a second user, with a page each. */
export class AdStage {
  readonly world: FiatWorld;
  readonly merchant: Merchant;
  readonly taker: Merchant;
  readonly pages: { readonly merchant: Page; readonly other: Page };
  /** Count the answers about shops and ads on the page of the other user. */
  readonly answers: { readonly shops: () => number; readonly ads: () => number };

  /** Opens pages that stay until the end of the file. */
  static async open(product: Product): Promise<AdStage> {
    const { server } = product;
    const world = await worldOf(product);
    const merchant = await newMerchant(server);
    const taker = await newMerchant(server);
    const pageOf = async ({ email }: Merchant) =>
      product.open({ tokens: dataOf(await signIn(server, email)), isOfFile: true });
    const pages = { merchant: await pageOf(merchant), other: await pageOf(taker) };
    return new AdStage(world, merchant, taker, pages);
  }

  private constructor(
    world: FiatWorld,
    merchant: Merchant,
    taker: Merchant,
    pages: AdStage['pages'],
  ) {
    this.world = world;
    this.merchant = merchant;
    this.taker = taker;
    this.pages = pages;
    this.answers = {
      shops: countAnswers(pages.other, ENDPOINTS.getShop.path),
      ads: countAnswers(pages.other, ENDPOINTS.listFiatAds.path),
    };
  }
}

function countAnswers(page: Page, path: string): () => number {
  let count = 0;
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

export class PageFiatAd implements System {
  readonly target = 'page';
  readonly #stage: AdStage;
  readonly #path: Path;
  readonly #side: FiatSide;
  readonly #opensAtOnce: boolean;
  #orders: OrdersOfAd | undefined;
  #id = '';
  #isShopOpen = true;
  #wanted: Observation | undefined;

  constructor(stage: AdStage, path: Path) {
    this.#stage = stage;
    this.#path = path;
    const { side, opensAtOnce } = path.start.snapshot.context as FiatAdContext;
    this.#side = side;
    this.#opensAtOnce = opensAtOnce;
  }

  async start(): Promise<void> {
    const { world, merchant, taker, pages } = this.#stage;
    const auto_open = this.#opensAtOnce ? '1' : '0';
    this.#id = (await postAd(merchant, this.#side, { total: String(PART), auto_open })).id;
    this.#orders = new OrdersOfAd({ world, merchant, taker, side: this.#side, adId: this.#id });
    await visit(pages.merchant, '/my-shop');
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as FiatAdEvent;
    const orders = ensure(this.#orders, 'orders');
    switch (event.type) {
      case 'ad.resume':
        await this.#card.getByRole('button', { name: ACTIONS[event.type], exact: true }).click();
        if (this.#side === 'sell') await this.#fillPassword();
        await this.#page.getByRole('button', { name: 'Resume at this price' }).click();
        return;
      case 'ad.suspend':
        await this.#card.getByRole('button', { name: ACTIONS[event.type], exact: true }).click();
        return;
      case 'ad.cancel':
        await this.#card.getByRole('button', { name: ACTIONS[event.type], exact: true }).click();
        await this.#page.getByRole('dialog').getByRole('button', { name: 'Cancel ad' }).click();
        return;
      case 'ad.edit':
        return this.#edit(coins(event.total));
      case 'ad.remove':
        return this.#remove(event.text);
      case 'shop.closed':
        return this.#closeShop();
      case 'order.placed':
        return orders.place(coins(event.quantity));
      case 'order.completed':
        return orders.complete();
      case 'order.returned':
        return orders.giveBack();
    }
  }

  advance(delay: string): never {
    throw new Error(`an ad has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const wanted = ensure(this.#wanted, 'an expectation');
    return {
      own: await settledView(() => readCard(this.#page, this.#id), wanted.own),
      listed:
        wanted.listed === null ? null : await settledView(() => this.#listed(), wanted.listed),
    };
  }

  /** The views by the model. */
  readonly expected = (move: Move): Observation => {
    const { snapshot } = move;
    const { remaining, inOrders, sold, merchantId } = snapshot.context as FiatAdContext;
    const [meta] = Object.values(snapshot.getMeta()) as { readonly state: string }[];
    const by = { role: 'merchant', userId: merchantId };
    const isAllowed = (type: string) =>
      snapshot.can({ type, by, total: String(FIAT_AD_PART * 100n) });
    this.#wanted = {
      own: this.#isShopOpen
        ? {
            state: ensure(meta, 'meta').state,
            remaining: shownCoins(remaining),
            inOrders: shownCoins(inOrders),
            sold: shownCoins(sold),
            actions: Object.entries(ACTIONS).flatMap(([type, text]) =>
              isAllowed(type) ? [text] : [],
            ),
          }
        : null,
      listed: this.#isFlat(move) ? null : listedAt(move),
    };
    return this.#wanted;
  };

  /** True between two moves after which other users see the same, because each look at a shop takes long. */
  #isFlat(move: Move): boolean {
    const moves: readonly Move[] = [this.#path.start, ...this.#path.steps];
    const at = moves.indexOf(move);
    const around = [moves[at - 1], moves[at + 1]];
    return around.every((one) => one !== undefined && listedAt(one) === listedAt(move));
  }

  /** Ends everything open of the ad over HTTP, so that it does not affect the next one. */
  async clear(): Promise<void> {
    const { merchant } = this.#stage;
    await ensure(this.#orders, 'orders').completeAll();
    const { state, revision } = await merchant.ask('getOwnFiatAd', { id: this.#id });
    const seen = { id: this.#id, revision: String(revision) };
    if (state === 'opening' || state === 'suspended') await merchant.ask('cancelFiatAd', seen);
    const shop = { name: merchant.shopName, pay_password: PAY_PASSWORD };
    if (!this.#isShopOpen) await merchant.ask('openShop', shop);
    await leave(this.#page);
  }

  get #page(): Page {
    return this.#stage.pages.merchant;
  }

  get #card() {
    return this.#page.getByRole('article', { name: `Ad ${this.#id}`, exact: true });
  }

  async #edit(total: string): Promise<void> {
    await this.#card.getByRole('link', { name: ACTIONS['ad.edit'] }).click();
    await this.#page.getByLabel(/^Total to (?:sell|buy)/).fill(total);
    await this.#page.getByLabel('I understand and want to use this price').check();
    // The form may still show an older total than that of the server.
    const present = await this.#stage.merchant.ask('getOwnFiatAd', { id: this.#id });
    const isMore = Number(total) > Number(present.total);
    if (this.#side === 'sell' && isMore) await this.#fillPassword();
    await this.#page.getByRole('button', { name: 'Save changes' }).click();
    await this.#card.waitFor();
  }

  #fillPassword(): Promise<void> {
    return this.#page.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
  }

  async #closeShop(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Close shop', exact: true }).click();
    await this.#fillPassword();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Close shop' }).click();
    await this.#page.getByTestId('own-ad').first().waitFor({ state: 'detached' });
    this.#isShopOpen = false;
  }

  async #remove(text: string): Promise<void> {
    const { world } = this.#stage;
    const token = await world.operatorToken();
    const fields = { id: this.#id, text, reason: 'looked at by a test' };
    const answer = await callOperator(world.server, 'removeFiatAd', fields, { token });
    expect(errorOf(answer)).toBeUndefined();
  }

  /** Counts the ads that other users find when they visit the shop now. */
  async #listed(): Promise<number> {
    const { other } = this.#stage.pages;
    const side = this.#side === 'sell' ? 'buy' : 'sell';
    const { shopId, shopName } = this.#stage.merchant;
    const { shops, ads } = this.#stage.answers;
    const before = { shops: shops(), ads: ads() };
    await visit(other, `/shop?id=${shopId}&coin=USDT&fiat=CNY&side=${side}`);
    await other.getByRole('heading', { name: shopName }).waitFor();
    // At first the page shows the answers of an earlier visit. A closed shop requests no ads.
    await expect.poll(shops).toBeGreaterThan(before.shops);
    await drawn(other);
    const closed = other.getByText('Closed', { exact: true });
    const isRead = async () => ads() > before.ads || (await closed.count()) > 0;
    await expect.poll(isRead).toBe(true);
    await drawn(other);
    // With ads, or with the text of an empty or closed shop.
    const rows = other.getByTestId('fiat-ad');
    const nothing = other.getByText('No ads yet', { exact: true });
    await rows.or(nothing).or(closed).first().waitFor();
    const count = await rows.count();
    await leave(other);
    return count;
  }
}

/** Number of ads in the shop by the model. */
function listedAt({ snapshot }: Move): number {
  const { remaining } = snapshot.context as FiatAdContext;
  return snapshot.matches({ alive: 'opening' }) && remaining !== '0' ? 1 : 0;
}

/** Goes to a page without shops and ads, so that the next visit requests them again. */
async function leave(page: Page): Promise<void> {
  await visit(page, '/fiat-orders');
  await page.getByRole('heading', { level: 1, name: 'P2P orders' }).waitFor();
}

/** Reads the card of an ad at one moment; null if the page shows none. */
const readCard = (page: Page, id: string): Promise<Observation['own']> =>
  page.evaluate((name) => {
    const card = document.querySelector<HTMLElement>(`[data-testid=own-ad][aria-label="${name}"]`);
    if (card === null) return null;
    const part = (of: string) =>
      card.querySelector(`[data-testid=part-${of}]`)?.textContent?.trim() ?? '';
    const buttons = [...card.querySelectorAll('button, a')].map(({ textContent }) =>
      textContent.trim(),
    );
    return {
      state: card.dataset['state'] ?? '',
      remaining: part('remaining'),
      inOrders: part('inOrders'),
      sold: part('sold'),
      actions: buttons.toSorted(),
    };
  }, `Ad ${id}`);

/** Converts units of the model, in which an order takes one part. */
const coins = (ofModel: string): string => String((BigInt(ofModel) / FIAT_AD_PART) * BigInt(PART));

/** The amount as shown on the card, with two decimals. */
const shownCoins = (ofModel: string): string => `${coins(ofModel)}.00`;

/** True if the page could offer the event to the merchant, so that a missing button counts as a refusal. */
export const isShownOnCard = ({ type, by }: AnyEventObject): boolean => {
  const { role, userId } = by as { readonly role: string; readonly userId: number };
  return type in ACTIONS && role === 'merchant' && userId === FIAT_AD_PEOPLE.merchant;
};
