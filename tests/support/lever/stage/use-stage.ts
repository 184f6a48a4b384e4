/** The stage for one file of page tests: its server, its contexts and the page of the present test. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { ensure } from '../../../../contract/assert.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { DESKTOP, PHONE, workerBrowser } from '../../pages/app-page.ts';
import { serveStage, type ServedStage } from './serve-stage.ts';
import type { StageCall } from './stage-ports.ts';

/** Serves the stage before the tests of this file. A page is loaded again for each test. */
export function useStage() {
  let stage: ServedStage;
  let page: Page;
  /** One page for each size. */
  const pages = new Map<typeof PHONE, Page>();
  beforeAll(async () => {
    const [served, browser] = await Promise.all([serveStage(), workerBrowser()]);
    stage = served;
    for (const viewport of [PHONE, DESKTOP])
      pages.set(viewport, await browser.newPage({ viewport, reducedMotion: 'reduce' }));
  });
  afterEach(async () => {
    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  afterAll(async () => {
    for (const each of pages.values()) await each.close();
    await stage.close();
  });

  return {
    /** Opens the page of this test. @param lost a call without a reply until the test gives one. */
    async open(path: string, viewport = PHONE, lost?: EndpointName): Promise<Page> {
      page = ensure(pages.get(viewport), 'the page of a size');
      await page.goto(stage.urlOf(path, lost === undefined ? {} : { lost }));
      return page;
    },

    /** Commands that the page has sent, oldest first. */
    commands: (): Promise<StageCall[]> => page.evaluate(() => window.stage.commands),

    /** Sets the reply of a call: 'lost' for none, null for that of the table. */
    answer: (name: EndpointName, answer: unknown): Promise<void> =>
      page.evaluate(([call, given]) => window.stage.answer(call, given), [name, answer] as const),

    /** Sends a live mark of the market with this id. */
    setMark: (
      marketId: number,
      price: string,
      state: Parameters<Window['stage']['markMessage']>[2] = 'live',
    ): Promise<void> =>
      page.evaluate(
        ([id, text, condition]) => window.stage.say(window.stage.markMessage(id, text, condition)),
        [marketId, price, state] as const,
      ),

    /** Sends the event of this number on the channel of the user. */
    sayEvent: (seq: number, event: unknown): Promise<void> =>
      page.evaluate(
        ([number, told]) =>
          window.stage.say({
            type: 'USER',
            kind: 'event',
            stream: 'stage',
            seq: number,
            event: told,
          }),
        [seq, event] as const,
      ),
  };
}
