/** One picture of the feedback form on its page as a system of the path runner; the server is a stand-in. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { UploadContext, UploadEvent } from '../../../machines/app/core/upload.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { chooseZeroes, frameOf, photo } from '../pages/user-pages.ts';
import { settledView } from '../pages/settled-view.ts';
import { within } from '../within.ts';

interface Observation {
  readonly status: string;
  readonly hasPreview: boolean;
  readonly problem: string | null;
}

const LABEL = 'Picture 1';
const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/errors.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Runs any number of paths, one after the other, on one page. */
export class PageUpload implements System {
  readonly target = 'page';
  readonly #page: Page;
  /** The upload without a response yet. */
  #waiting: Route | undefined;
  #wanted: Observation | undefined;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** @param page a page of a signed-in user, in English. */
  static async open(page: Page): Promise<PageUpload> {
    const system = new PageUpload(page);
    await page.route('**/image_upload', (route) => {
      system.#waiting = route;
    });
    await page.route('**/feedback/create', (route) =>
      route.fulfill(refusal('picture_ticket_invalid')),
    );
    await page.goto('/feedback');
    await page.getByLabel('Title').fill('A deposit');
    await page.getByLabel('What happened?').fill('Where is my deposit?');
    return system;
  }

  /** Starts without a chosen picture and without a message. */
  async start(): Promise<void> {
    await this.#choose(await photo());
    await this.#remove();
  }

  async send(event: AnyEventObject): Promise<void> {
    await this.#perform(event as UploadEvent);
  }

  advance(delay: string): never {
    throw new Error(`an upload has no delay ${delay}`);
  }

  observe(): Promise<Observation> {
    return settledView(() => this.#read(), ensure(this.#wanted, 'an expectation'));
  }

  /** The view by the model. Progress shows as a bar only. */
  readonly expected = (move: Move): Observation => {
    const { file, message } = move.snapshot.context as UploadContext;
    this.#wanted = {
      status: String(move.snapshot.value),
      hasPreview: file !== null,
      problem: message === null ? null : ensure(texts[message], `a text of ${message}`),
    };
    return this.#wanted;
  };

  async #perform(event: UploadEvent): Promise<void> {
    switch (event.type) {
      case 'file.choose': {
        const { bytes, type } = event.file;
        const isGood = type === 'image/jpeg' && bytes <= LIMITS.picture_bytes_max;
        if (isGood) await this.#choose(await photo());
        else await chooseZeroes(this.#page, LABEL, event.file);
        return;
      }
      case 'file.remove':
        return this.#remove();
      case 'upload.retry':
        return this.#frame.getByRole('button', { name: 'Try again' }).click();
      case 'upload.progress':
        return;
      case 'upload.answered':
        return this.#answer(event);
      case 'ticket.lapse':
        return this.#page.getByRole('button', { name: 'Send feedback' }).click();
    }
  }

  async #answer({ answer }: Extract<UploadEvent, { type: 'upload.answered' }>): Promise<void> {
    const reply = answer.ok
      ? { json: { code: 1, msg: '', data: answer.value } }
      : refusal(answer.error as keyof typeof ERRORS);
    for (;;) {
      const route = await this.#asked();
      await route.fulfill(reply);
      // The request of a removed picture may arrive late; it fails, and the real one follows.
      const arrived = within(route.request().response(), 'what becomes of an upload');
      if ((await arrived) !== null) return;
    }
  }

  /** The upload under way, once the page has requested it. */
  async #asked(): Promise<Route> {
    const route = await settledView(async () => this.#waiting !== undefined, true).then(
      () => this.#waiting,
    );
    this.#waiting = undefined;
    return ensure(route, 'an upload under way');
  }

  async #choose(file: Awaited<ReturnType<typeof photo>>): Promise<void> {
    this.#waiting = undefined;
    await this.#page.getByLabel(LABEL, { exact: true }).setInputFiles(file);
  }

  #remove(): Promise<void> {
    return this.#frame.getByRole('button', { name: `Remove ${LABEL}` }).click();
  }

  get #frame() {
    return frameOf(this.#page, LABEL);
  }

  async #read(): Promise<Observation> {
    const note = this.#frame.locator('xpath=following-sibling::*[1]').locator('[role=alert]');
    const [problem = null] = await note.allInnerTexts();
    return {
      status: (await this.#frame.getAttribute('data-status')) ?? '',
      hasPreview: (await this.#frame.locator('img').count()) === 1,
      problem,
    };
  }
}

const refusal = (error: keyof typeof ERRORS) => ({
  json: { code: ERRORS[error].code, msg: error, data: null, error },
});
