/** A feedback ticket on the screen of its owner as a system of the path runner; an operator replies. */
import type { Page } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { FeedbackTicketEvent } from '../../../machines/domain/feedback/feedback-ticket.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { newPageUser, operatorOf } from '../pages/user-pages.ts';
import type { Product } from '../pages/product.ts';
import { settledView } from '../pages/settled-view.ts';
import { historyOf } from './path-history.ts';

interface Observation {
  readonly state: string;
  /** Authors of the messages, oldest first. */
  readonly authors: readonly string[];
}

const STATES: Readonly<Record<string, string>> = {
  awaitingReply: 'Awaiting reply',
  replied: 'Replied',
};
const WORDS = 'Where is my deposit of this morning?';

/** Runs one path with its own owner and page. */
export class PageFeedback implements System {
  readonly target = 'page';
  readonly #product: Product;
  readonly #path: Path;
  #page: Page | undefined;
  #wanted: Observation | undefined;

  constructor(product: Product, path: Path) {
    this.#product = product;
    this.#path = path;
  }

  async start(): Promise<void> {
    const { page } = await newPageUser(this.#product);
    this.#page = page;
    await page.goto('/feedback');
    await page.getByLabel('Title').fill('A deposit');
    await page.getByLabel('What happened?').fill(WORDS);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('link', { name: 'View feedback' }).click();
    await page.getByTestId('ticket-state').waitFor();
  }

  async send(event: AnyEventObject): Promise<void> {
    const page = this.#shown;
    if ((event as FeedbackTicketEvent).type === 'ticket.write') {
      await page.getByLabel('Your reply').fill(WORDS);
      await page.getByRole('button', { name: 'Send reply' }).click();
      // The field is empty again, so the message was accepted.
      await page.getByText('Characters still needed: 10').waitFor();
      return;
    }
    const id = ensure(new URL(page.url()).searchParams.get('id'), 'a ticket');
    const door = await operatorOf(this.#product.server);
    const error = await door.answer(id, 'We are looking into it.');
    if (error !== undefined) throw new Error(error);
  }

  advance(delay: string): never {
    throw new Error(`a ticket has no delay ${delay}`);
  }

  observe(): Promise<Observation> {
    return settledView(() => this.#read(), ensure(this.#wanted, 'an expectation'));
  }

  /** The view by the model. */
  readonly expected = (move: Move): Observation => {
    this.#wanted = {
      state: ensure(STATES[String(move.snapshot.value)], 'a state'),
      authors: [
        'person',
        ...historyOf(this.#path, move).map(({ event }) =>
          event.type === 'ticket.write' ? 'person' : 'operator',
        ),
      ],
    };
    return this.#wanted;
  };

  get #shown(): Page {
    return ensure(this.#page, 'a page');
  }

  async #read(): Promise<Observation> {
    const page = this.#shown;
    const authors = await page
      .locator('[data-testid^=message-]')
      .evaluateAll((bubbles) =>
        bubbles.map((bubble) => bubble.getAttribute('data-testid')?.split('-')[1] ?? ''),
      );
    return { state: await page.getByTestId('ticket-state').innerText(), authors };
  }
}
