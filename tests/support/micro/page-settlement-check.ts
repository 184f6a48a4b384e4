/** The check of a chosen file on its public page, as a system of the path runner; the test holds each reading of a file. */
import type { Page } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { SETTLEMENT_BYTES_MAX } from '../../../machines/app/micro/settlement-check.machine.ts';
import type { CheckSource } from '../../../machines/app/micro/settlement-check.machine.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../settled-view.ts';

type Status = 'empty' | 'checking' | 'checked' | 'failed';
type HeldPage = Window & { heldText?: PromiseWithResolvers<string> };

/** Returns the reason why a user with a file cannot walk the path; null for the others. */
export function checkObstacle({ steps }: Path): string | null {
  let isFailed = false;
  for (const { event, snapshot } of steps) {
    const { source, output } = event as {
      readonly source?: CheckSource;
      readonly output?: { readonly problem?: string };
    };
    if (source?.kind === 'receipt') return 'the address of an order is no file';
    if (output?.problem === 'request_timeout') return 'a file needs no exchange';
    if (event.type === 'check.retry' && isFailed) return 'an unreadable file is not read again';
    isFailed = snapshot.value === 'failed';
  }
  return null;
}

export class PageSettlementCheck implements System {
  readonly target = 'page';
  readonly #page: Page;
  readonly #file: SettlementFile;
  #wanted: Status = 'empty';

  /** @param page has loaded nothing yet. @param file lacks a minute, so that its check can be repeated. */
  static async over(page: Page, file: SettlementFile): Promise<PageSettlementCheck> {
    await page.addInitScript(() => {
      File.prototype.text = () => {
        const held = Promise.withResolvers<string>();
        (globalThis as unknown as HeldPage).heldText = held;
        return held.promise;
      };
    });
    return new PageSettlementCheck(page, file);
  }

  private constructor(page: Page, file: SettlementFile) {
    this.#page = page;
    this.#file = file;
  }

  readonly expected = ({ snapshot }: Move): Status => {
    this.#wanted = snapshot.value as Status;
    return this.#wanted;
  };

  async start(): Promise<void> {
    await this.#page.goto('/micro-verify');
    await this.#page.getByLabel('Settlement file').waitFor();
  }

  async send(event: AnyEventObject): Promise<void> {
    if (event.type === 'check.retry')
      return this.#page.getByRole('button', { name: 'Check again' }).click();
    if (event.type === 'source.choose') return this.#choose(event['source'] as CheckSource);
    if (event.type.startsWith('xstate.error')) return this.#read(null);
    const { ok } = event['output'] as { readonly ok: boolean };
    return this.#read(ok ? JSON.stringify(this.#file) : '{}');
  }

  advance(delay: string): never {
    throw new Error(`a check has no delay ${delay}`);
  }

  observe(): Promise<Status> {
    return settledView(() => this.#status(), this.#wanted);
  }

  #choose(source: CheckSource): Promise<void> {
    const isLarge = source.kind === 'file' && source.bytes > SETTLEMENT_BYTES_MAX;
    return this.#page.getByLabel('Settlement file').setInputFiles({
      name: 'settlement.json',
      mimeType: 'application/json',
      buffer: Buffer.alloc(isLarge ? SETTLEMENT_BYTES_MAX + 1 : 1, ' '),
    });
  }

  /** Ends the reading that is held. @param text null: it fails. */
  async #read(text: string | null): Promise<void> {
    await this.#page.waitForFunction(
      () => (globalThis as unknown as HeldPage).heldText !== undefined,
    );
    await this.#page.evaluate((content) => {
      const page = globalThis as unknown as HeldPage;
      if (content === null) page.heldText?.reject(new Error('unreadable'));
      else page.heldText?.resolve(content);
      delete page.heldText;
    }, text);
  }

  async #status(): Promise<Status> {
    const state = await this.#page.evaluate(() => {
      const has = (selector: string) => document.querySelector(selector) !== null;
      if (has('[data-testid=verify-summary]')) return 'checked';
      if (has('[aria-live] > [role=status]')) return 'checking';
      return has('[aria-live=polite] > *') ? 'failed' : 'empty';
    });
    return ensure(state, 'a state');
  }
}
