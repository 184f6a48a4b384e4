/** An order on its owner's screens, as a system of the path runner. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { SpotOrderEvent } from '../../../machines/domain/spot/spot-order.events.ts';
import {
  canCancel,
  type SpotOrderSnapshot,
} from '../../../machines/domain/spot/spot-order.snapshot.ts';
import { leafPaths } from '../../../qa/format/words.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import { fillOrder, outcomeOf, submitOrder } from './trade-page.ts';
import { contextOf, OrderScene } from './order-scene.ts';
import type { OrderWorld } from './order-world.ts';

/** Null during the placement, which no page can observe. */
type Observation = null | {
  readonly state: string;
  readonly reason: string | null;
  readonly executed: string;
  readonly fee: string;
  /** True if the button is there. */
  readonly canCancel: boolean;
};

type Texts = Readonly<Record<'state' | 'endReason' | 'order', Readonly<Record<string, string>>>>;
const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/spot.json', import.meta.url), 'utf8'),
) as Texts;
/** @throws AssertionError if the screens have no such text. */
const textOf = (group: keyof Texts, name: string): string =>
  ensure(texts[group][name], `text ${group}.${name}`);

/** Runs one path. @param page the trade screen of the owner, in English. */
export class PageOrder implements System {
  readonly target = 'page';
  readonly #world: OrderWorld;
  readonly #page: Page;
  readonly #scene: OrderScene;
  #done = 0;
  #wanted: Observation = null;

  constructor(world: OrderWorld, path: Path, page: Page) {
    this.#world = world;
    this.#page = page;
    this.#scene = new OrderScene(world, path);
  }

  async start(): Promise<void> {
    const page = this.#page;
    const { side, terms } = this.#scene;
    await this.#scene.prepare();
    // The ticket computes with the order book on the screen.
    if (this.#scene.placement.length > 0)
      await page
        .getByTestId(side === 'buy' ? 'book-sell' : 'book-buy')
        .first()
        .waitFor();
    if (terms.price === null) {
      await page.getByRole('radio', { name: 'Market', exact: true }).check({ force: true });
      await page.getByRole('radio', { name: 'Buy' }).check({ force: true });
      if (!(await isByAmount(page))) await page.getByRole('button', { name: /^Enter in/ }).click();
      await fillOrder(page, { side, size: text(terms.amount) });
    } else {
      await fillOrder(page, { side, price: text(terms.price), size: text(terms.quantity) });
    }
    await submitOrder(page);
    await outcomeOf(page).getByRole('link', { name: 'View details' }).click();
    await page.getByTestId('order-state').waitFor();
  }

  async send(event: AnyEventObject): Promise<void> {
    this.#done += 1;
    if (this.#done > this.#scene.placement.length) await this.#perform(event as SpotOrderEvent);
  }

  advance(delay: string): never {
    throw new Error(`a spot order has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    if (this.#wanted === null) return null;
    return settledView(() => this.#read(), this.#wanted);
  }

  /** The view by the model. */
  readonly expected = (move: Move): Observation => {
    const context = contextOf(move);
    const leaf = ensure(leafPaths(move.snapshot)[0]?.split('.').at(-1), 'a state');
    this.#wanted =
      this.#done < this.#scene.placement.length
        ? null
        : {
            state: textOf('state', leaf),
            reason: reasonText(context),
            executed: text(context.executedQuantity),
            fee: text(context.fee),
            canCancel: canCancel(move.snapshot as SpotOrderSnapshot, context.ownerId),
          };
    return this.#wanted;
  };

  async #perform(event: SpotOrderEvent): Promise<void> {
    if (event.type === 'order.filled') await this.#scene.meet(event);
    else if (event.type === 'order.cancel')
      await this.#page.getByRole('button', { name: 'Cancel', exact: true }).click();
    else if (event.type === 'order.close') await this.#world.closeMarket();
    else throw new Error(`nobody can bring about ${event.type} on a page`);
  }

  /** Reads all parts at one moment, because separate reads could mix two states. */
  async #read(): Promise<Observation> {
    const names = [textOf('order', 'executedQuantity'), textOf('order', 'fee')] as const;
    const shown = await this.#page.evaluate(([executed, fee]) => {
      const figure = (name: string) =>
        [...document.querySelectorAll('dt')].find(({ textContent }) => textContent.trim() === name)
          ?.nextElementSibling?.textContent;
      return {
        state: document.querySelector('[data-testid=order-state]')?.textContent ?? '',
        reason: document.querySelector('[role=status] p + p')?.textContent ?? null,
        executed: figure(executed) ?? '',
        fee: figure(fee) ?? '',
        canCancel: [...document.querySelectorAll('button')].some(
          ({ textContent }) => textContent.trim() === 'Cancel',
        ),
      };
    }, names);
    return { ...shown, executed: digitsOf(shown.executed), fee: digitsOf(shown.fee) };
  }
}

/** The text of the order's end; its owner may have canceled the rest of it, or all of it. */
function reasonText({ endReason, executedQuantity }: ReturnType<typeof contextOf>): string | null {
  if (endReason === null) return null;
  const isWhole = endReason === 'owner' && text(executedQuantity) === '0';
  return textOf('endReason', isWhole ? 'ownerWhole' : endReason);
}

const isByAmount = async (page: Page): Promise<boolean> =>
  (await page.getByRole('textbox', { name: /^Amount/ }).count()) === 1;

/** The number of a row, without separators and currency. */
const digitsOf = (shown: string): string => shown.replaceAll(/[^\d.]/g, '');

const text = (units: string | null): string =>
  formatUnits(BigInt(ensure(units, 'units')), SCALE_MAX);
