/** A contract order on its pages: the owner acts by buttons, and sees state, targets and reason of the end. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ContractOrderEvent } from '../../../machines/domain/lever/contract-order.events.ts';
import type { Path } from '../../../qa/paths.ts';
import { ContractMarket, ContractUser } from '../lever/contract-users.ts';
import { fundContracts } from '../lever/lever-page.ts';
import type { Product } from '../pages/product.ts';
import type { ContractWorld, OrderView, OwnerHands } from './http-contract-order.ts';
import { isByLoss, obstacle, shown } from './http-contract-order.ts';

/** Ticks of the market in one unit of the price. */
const TICKS_OF_UNIT = 100;
const STATES: Readonly<Record<string, string>> = {
  Pending: 'pending',
  Open: 'in_trading',
  Closing: 'closing',
  Closed: 'closed',
  Canceled: 'cancelled',
};
/** The beginning of the page's sentence about each end. */
const CLOSE_REASONS: readonly (readonly [text: string, reason: string])[] = [
  ['You closed it.', 'owner'],
  ['The mark price reached your take profit.', 'take_profit'],
  ['The mark price reached your stop loss.', 'stop_loss'],
];
const CANCEL_REASONS = [['You canceled this order.', 'owner']] as const;

/** Opens the market of a demo user, who gets money for contracts. The user is the stranger too, because no other user has a page. */
export async function openContractWorld(product: Product): Promise<ContractWorld> {
  const { server } = product;
  const market = await ContractMarket.open(server, 'BTC');
  await fundContracts(product, 'trader', '5000');
  const { accessToken: token } = await product.tokensOf('trader');
  const owner = ContractUser.of(server, { email: 'trader', token });
  return { server, market, beside: market, owner, stranger: owner };
}

/** The reason why a path cannot be caused on the pages; null if it can. */
export function contractObstacleOnPage(path: Path): string | null {
  const isLoss = path.steps.some(({ event }) => isByLoss(event as ContractOrderEvent));
  return isLoss ? 'the losing position belongs to a user without a page' : obstacle(path);
}

/** The hands of an owner whose pages are in English. */
export class HandsOnPage implements OwnerHands {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  amend: OwnerHands['amend'] = async (owner, { id, take_profit: profit, stop_loss: loss }) => {
    const { state } = await owner.order(id);
    const place = state === 'pending' ? await this.#pending() : await this.#open(id);
    await place.getByRole('button', { name: 'Edit TP/SL' }).click();
    await this.#page.getByRole('textbox', { name: /^Take profit/ }).fill(profit);
    await this.#page.getByRole('textbox', { name: /^Stop loss/ }).fill(loss);
    const save = this.#page.getByTestId('save-targets');
    await save.click();
    await save.waitFor({ state: 'hidden' });
    // The closed sheet removes its history entry afterwards; that step back would cancel a `goto`.
    await this.#page.waitForFunction(() => !history.state?.layers);
  };

  cancel: OwnerHands['cancel'] = async () => {
    const card = await this.#pending();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.waitFor({ state: 'detached' });
  };

  close: OwnerHands['close'] = async (_owner, id) => {
    const screen = await this.#open(id);
    await screen.getByTestId('close-position').click();
    await screen.getByRole('button', { name: 'Keep open' }).waitFor();
  };

  keep: OwnerHands['keep'] = async (_owner, id) => {
    const screen = await this.#open(id);
    await screen.getByRole('button', { name: 'Keep open' }).click();
    await screen.getByTestId('close-position').waitFor();
  };

  /** The page follows the order; its revision is not shown. */
  see: OwnerHands['see'] = async (owner, id) => {
    const screen = await this.#open(id);
    const view = shown(await owner.order(id));
    await expect.poll(() => readView(screen, view.revision), { timeout: 20_000 }).toEqual(view);
    return view;
  };

  async #open(id: string): Promise<Locator> {
    const screen = this.#page.locator('main');
    if (!this.#page.url().endsWith(`/lever-my-trade?id=${id}`))
      await this.#page.goto(`/lever-my-trade?id=${id}`);
    await screen.getByTestId('lever-order-state').waitFor();
    return screen;
  }

  async #pending(): Promise<Locator> {
    await this.#page.goto('/lever-my-trade?tab=pending');
    const card = this.#page.getByTestId('pending-order');
    await card.waitFor();
    return card;
  }
}

async function readView(screen: Locator, revision: number): Promise<OrderView> {
  const state = await screen.getByTestId('lever-order-state').innerText();
  const end = (await screen.getByRole('status').allInnerTexts()).join(' ');
  const reasonIn = (reasons: readonly (readonly [string, string])[]) =>
    reasons.find(([text]) => end.includes(text))?.[1] ?? null;
  return {
    state: STATES[state] ?? state,
    takeProfit: await ticksIn(screen, 'Take profit'),
    stopLoss: await ticksIn(screen, 'Stop loss'),
    closeReason: reasonIn(CLOSE_REASONS),
    cancelReason: reasonIn(CANCEL_REASONS),
    revision,
  };
}

/** The price of a target among the terms; null for a dash. */
async function ticksIn(screen: Locator, name: string): Promise<number | null> {
  const terms = screen.locator('dl').first();
  const figure = terms.locator('div', { has: screen.page().getByText(name, { exact: true }) });
  const price = Number((await figure.locator('dd').innerText()).replaceAll(',', ''));
  return Number.isNaN(price) ? null : Math.round(price * TICKS_OF_UNIT);
}
