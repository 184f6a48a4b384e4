/** Offerings that two operators open, end and cancel on a test server, of tokens that the demo leaves over. */
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { signInColleague } from '../operator/colleague.ts';
import { callReasoned, refusalOf } from '../desk/reasoned-calls.ts';
import { eventually } from '../eventually.ts';
import { signInOperator, type TestOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { currenciesOf, offeringTerms, type OfferingCurrencies } from './offering-terms.ts';
import { steadyNow } from '../servers/steady-now.ts';

/** The offering of the demo that has ended had no subscriber, so that its tokens are free. */
export const OFFERED_TOKEN = 'TIDE';
/** Length of the announcement, of the preheat and of the subscription: shorter than a session without calls. */
const PHASE_MS = 2 * MINUTE_MS;

type OtherTerms = Partial<ReturnType<typeof offeringTerms>>;
interface Draft {
  readonly hasPreheat: boolean;
  readonly terms?: OtherTerms;
}

export class OperatedOfferings {
  readonly #server: TestServer;
  readonly #author: TestOperator;
  readonly #colleague: TestOperator;
  readonly #ids: OfferingCurrencies;

  private constructor(
    server: TestServer,
    operators: readonly [TestOperator, TestOperator],
    ids: OfferingCurrencies,
  ) {
    this.#server = server;
    [this.#author, this.#colleague] = operators;
    this.#ids = ids;
  }

  static async on(server: TestServer): Promise<OperatedOfferings> {
    const operators = [await signInOperator(server), await signInColleague(server)] as const;
    const ids = await currenciesOf(server, OFFERED_TOKEN);
    await eventually(async () => {
      const offerings = dataOf(await server.call('listOfferings', {}));
      // Earlier files of a shared server may have left others of the token in any phase.
      const ofToken = offerings.filter(({ token_code: code }) => code === OFFERED_TOKEN);
      expect(ofToken.map(({ progress }) => progress)).toContain('distributed');
    });
    return new OperatedOfferings(server, operators, ids);
  }

  /**
   * Saves a draft of 10 steps of 100 tokens at 50 USDT, of which one user gets 4 at most, or with other terms. Each of
   * its phases is as long as {@link passPhase}. @returns its id.
   */
  async draft({ hasPreheat, terms = {} }: Draft): Promise<string> {
    const preheatAt = steadyNow() + this.#server.clockAheadMs + PHASE_MS;
    const opensAt = preheatAt + (hasPreheat ? PHASE_MS : 0);
    const saved = await callReasoned(this.#author, 'saveOffering', {
      ...offeringTerms(this.#ids),
      ...terms,
      preheat_at: String(preheatAt),
      opens_at: String(opensAt),
      closes_at: String(opensAt + PHASE_MS),
    });
    return ensure(dataOf(saved).offerings[0], 'the new draft').id;
  }

  /** Takes tokens of the issuer, with the approval of the second operator. */
  async fund(amount: string): Promise<void> {
    const asked = await callReasoned(this.#author, 'askOfferingFunding', {
      currency_id: this.#ids.token,
      amount,
    });
    const { id, state } = ensure(dataOf(asked).funds.changes[0], 'the change');
    expect(state).toBe('waiting');
    dataOf(await callReasoned(this.#colleague, 'approveOfferingFunding', { id }));
  }

  /** Publishes a draft as the second operator. @returns the name of the refusal. */
  publish(id: string): Promise<string | undefined> {
    return refusalOf(this.#colleague, 'publishOffering', { id });
  }

  /** Opens an offering without a preheat. @returns its id. */
  async open(terms: OtherTerms = {}): Promise<string> {
    const id = await this.draft({ hasPreheat: false, terms });
    expect(await this.publish(id)).toBeUndefined();
    await this.passPhase();
    await this.reach(id, 'subscribing');
    return id;
  }

  /** Moves the clock to the end of the phase that has just begun. */
  async passPhase(): Promise<void> {
    await this.#server.controlAdvance(PHASE_MS);
  }

  /** Cancels an offering, or discards a draft. @returns the name of the refusal. */
  cancel(id: string): Promise<string | undefined> {
    return refusalOf(this.#author, 'cancelOffering', { id });
  }

  /** Waits until the offering is in that phase. */
  async reach(id: string, phase: string): Promise<void> {
    await eventually(async () => expect((await this.standing(id)).phase).toBe(phase));
  }

  /** The phase of an offering and the tokens of all offerings, as operators see them. */
  async standing(id: string) {
    const { offerings, tokens } = await this.#author.ask('getOfferingDesk', {});
    const own = tokens.find(({ currency_id: token }) => String(token) === this.#ids.token);
    return {
      phase: ensure(
        offerings.find((each) => each.id === id),
        'the offering',
      ).phase,
      free: Number(own?.free),
      promised: Number(own?.promised),
    };
  }
}
