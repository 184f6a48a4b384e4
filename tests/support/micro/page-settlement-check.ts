/** The check of a file or a receipt on its public page, as a system of the path runner; the test holds each file and answer. */
import type { Page } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { SETTLEMENT_BYTES_MAX } from '../../../machines/app/micro/settlement-check.machine.ts';
import type { CheckSource } from '../../../machines/app/micro/settlement-check.machine.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { routeCalls, type RoutedCall } from '../pages/call-routes.ts';
import { settledView } from '../pages/settled-view.ts';
import { within } from '../within.ts';

type Status = 'empty' | 'checking' | 'checked' | 'failed';
type HeldPage = Window & { heldText?: PromiseWithResolvers<string> };

/** Returns the reason why a user cannot walk the path; null for the others. */
export function checkObstacle({ steps }: Path): string | null {
  let problem: string | null = null;
  let kind: CheckSource['kind'] | null = null;
  for (const { event, snapshot } of steps) {
    const { source, output } = event as {
      readonly source?: CheckSource;
      readonly output?: { readonly problem?: string };
    };
    kind = source?.kind ?? kind;
    if (kind === 'file' && output?.problem === 'request_timeout') return 'a file needs no exchange';
    if (event.type === 'check.retry' && problem === 'unreadable')
      return 'an unreadable record is not read again';
    ({ problem } = snapshot.context as { readonly problem: string | null });
  }
  return null;
}

export class PageSettlementCheck implements System {
  readonly target = 'page';
  readonly #page: Page;
  readonly #file: SettlementFile;
  #wanted: Status = 'empty';
  #kind: CheckSource['kind'] = 'file';
  /** The last request for a receipt. */
  #asked = Promise.withResolvers<RoutedCall>();

  /** @param page has loaded nothing yet. @param file lacks a minute, so that its check can be repeated. */
  static async over(page: Page, file: SettlementFile): Promise<PageSettlementCheck> {
    await page.addInitScript(() => {
      File.prototype.text = () => {
        const held = Promise.withResolvers<string>();
        (globalThis as unknown as HeldPage).heldText = held;
        return held.promise;
      };
    });
    const check = new PageSettlementCheck(page, file);
    await routeCalls(page, 'micro/settlement', (call) => check.#asked.resolve(call));
    return check;
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
    await this.#load('/micro-verify');
  }

  async #load(address: string): Promise<void> {
    await this.#page.goto(address);
    await this.#page.getByLabel('Settlement file').waitFor();
  }

  async send(event: AnyEventObject): Promise<void> {
    if (event.type === 'source.choose') return this.#choose(event['source'] as CheckSource);
    if (event.type === 'check.retry') {
      this.#asked = Promise.withResolvers();
      return this.#page.getByRole('button', { name: 'Check again' }).click();
    }
    const output = event['output'] as
      | { readonly ok: boolean; readonly problem?: string }
      | undefined;
    if (this.#kind === 'receipt') return this.#answer(output);
    if (output === undefined) return this.#read(null);
    return this.#read(output.ok ? JSON.stringify(this.#file) : '{}');
  }

  advance(delay: string): never {
    throw new Error(`a check has no delay ${delay}`);
  }

  observe(): Promise<Status> {
    return settledView(() => this.#status(), this.#wanted);
  }

  async #choose(source: CheckSource): Promise<void> {
    this.#kind = source.kind;
    if (source.kind === 'receipt') return this.#chooseReceipt(source.token);
    const isLarge = source.bytes > SETTLEMENT_BYTES_MAX;
    await this.#page.getByLabel('Settlement file').setInputFiles({
      name: 'settlement.json',
      mimeType: 'application/json',
      buffer: Buffer.alloc(isLarge ? SETTLEMENT_BYTES_MAX + 1 : 1, ' '),
    });
  }

  /** The first one is in the address, and others are pasted. */
  async #chooseReceipt(token: string): Promise<void> {
    this.#asked = Promise.withResolvers();
    if ((await this.#status()) === 'empty')
      return this.#load(`/micro-verify?receipt=${encodeURIComponent(token)}`);
    await this.#page.getByLabel('Or paste a receipt').fill(token);
    await this.#page.getByRole('button', { name: 'Check', exact: true }).click();
  }

  /** Answers the last request. @param output undefined: the answer is broken. */
  async #answer(output: { readonly ok: boolean; readonly problem?: string } | undefined) {
    const call = await within(this.#asked.promise, 'the request for the receipt');
    if (output === undefined) await call.fulfill('broken', 500);
    else if (output.problem === 'request_timeout') await call.abort();
    else await call.fulfill({ code: 1, msg: 'ok', data: output.ok ? this.#file : {} });
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
