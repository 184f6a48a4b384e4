/**
 * The check of a published allocation on the page of its offering, as a system of the path runner. The test holds the
 * lists until their outcome is due.
 */
import { readFileSync } from 'node:fs';
import type { AnyEventObject } from 'xstate';
import { routeCalls, type RoutedCall } from '../pages/call-routes.ts';
import type { PublishedSubscription } from '../../../contract/figures/allocation-check.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import { shownSubscription } from '../wallet/ieo-record.ts';
import type { ScriptedPage } from '../wallet/scripted-page.ts';
import { shownOffering } from './page-offering.ts';
import { PROOF, ROWS, TERMS } from './published-allocation.ts';

const textsOf = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../locales/en-US/${file}.json`, import.meta.url), 'utf8'));
const { proof, fault } = textsOf('ieo') as {
  readonly proof: Readonly<Record<'checking' | 'right_other' | 'own' | 'wrong', string>>;
  readonly fault: Readonly<Record<string, string>>;
};
const { failure } = textsOf('common') as {
  readonly failure: Readonly<Record<'network_failed' | 'unexpected_reply', string>>;
};

/** The sentences of a check; none before it. */
type Observation = readonly string[];

/** The lists as they come; `lost`: no answer; `broken`: an answer without lists. */
type Outcome = readonly PublishedSubscription[] | 'lost' | 'broken';

const RIGHT = [proof.right_other.replace('{{count}}', String(ROWS.length)), proof.own];

export class PageAllocationCheck implements System {
  readonly target = 'page';
  readonly #scripted: ScriptedPage;
  #outcome = Promise.withResolvers<Outcome>();
  #isEnded = false;
  #wanted: Observation = [];
  #own: string | null = null;

  static async over(scripted: ScriptedPage): Promise<PageAllocationCheck> {
    const check = new PageAllocationCheck(scripted);
    await scripted.answer('ieo/detail', () =>
      shownOffering(TERMS.offeringId, { state: 'ended', progress: 'distributed', proof: PROOF }),
    );
    await scripted.answer('ieo/subscriptions', () => ({
      subscriptions: [
        shownSubscription('1', { offering_id: TERMS.offeringId, entry: check.#own ?? '' }),
      ],
      next: null,
    }));
    await routeCalls(scripted.page, 'ieo/allocation', (call) => check.#answer(call));
    return check;
  }

  private constructor(scripted: ScriptedPage) {
    this.#scripted = scripted;
  }

  readonly expected = ({ snapshot }: Move): Observation => {
    const { problem } = snapshot.context as { readonly problem: string | null };
    const sentences: Readonly<Record<string, Observation>> = {
      idle: [],
      checking: [proof.checking],
      checked: RIGHT,
      failed: [problem === 'unexpected_reply' ? failure.unexpected_reply : failure.network_failed],
    };
    this.#wanted = sentences[String(snapshot.value)] ?? [];
    return this.#wanted;
  };

  /** @param own entry of the user's subscription. */
  async start(own = ROWS[3]?.entry): Promise<void> {
    this.#own = own ?? null;
    this.#isEnded = true;
    await this.#scripted.load(`/ieo-details?id=${TERMS.offeringId}`);
    await this.#button.waitFor();
  }

  async send(event: AnyEventObject): Promise<void> {
    if (event.type === 'check.begin') return this.#begin();
    if (event.type.startsWith('xstate.error')) return this.#end('broken');
    const { ok } = event['output'] as { readonly ok: boolean };
    return this.#end(ok ? ROWS : 'lost');
  }

  advance(delay: string): never {
    throw new Error(`a check has no delay ${delay}`);
  }

  observe(): Promise<Observation> {
    return this.#sentences(this.#wanted);
  }

  /** Checks other lists from the start. @returns the sentences, once they are those of `faults`. */
  async faultsOf(
    rows: readonly PublishedSubscription[],
    faults: readonly string[],
    own?: string,
  ): Promise<Observation> {
    await this.start(own);
    await this.#begin();
    this.#end(rows);
    return this.#sentences(sentencesOf(faults));
  }

  /** While a check runs, the button takes the click and ignores it. */
  async #begin(): Promise<void> {
    if (this.#isEnded) this.#outcome = Promise.withResolvers();
    this.#isEnded = false;
    await this.#button.click({ force: true });
  }

  #end(outcome: Outcome): void {
    this.#isEnded = true;
    this.#outcome.resolve(outcome);
  }

  async #answer(call: RoutedCall): Promise<unknown> {
    const outcome = await this.#outcome.promise;
    if (outcome === 'lost') return call.abort();
    const { offeringId, offered, cap } = TERMS;
    const page = { offering_id: offeringId, offered, cap, proof: PROOF, rows: outcome, next: null };
    const data = outcome === 'broken' ? {} : page;
    return call.fulfill({ code: 1, msg: 'ok', data });
  }

  get #button() {
    return this.#scripted.page.getByTestId('check-allocation');
  }

  #sentences(wanted: Observation): Promise<Observation> {
    const read = () =>
      this.#scripted.page.evaluate(() => {
        const shown = document.querySelector('[data-testid=allocation-check]');
        const refusal = shown?.parentElement?.querySelector('[role=alert]');
        return [shown, refusal].flatMap((part) =>
          [...(part?.querySelectorAll('p, li') ?? [])].map((each) => each.textContent ?? ''),
        );
      });
    return settledView(read, wanted);
  }
}

/** Returns the sentences of a check that finds these faults. */
export const sentencesOf = (faults: readonly string[]): Observation => [
  proof.wrong,
  ...faults.map((name) => fault[name] ?? ''),
];
