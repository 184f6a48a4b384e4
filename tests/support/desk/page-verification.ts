/** The verification of a user on their own screen as a system of the path runner; an operator decides. */
import type { Page } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { KycReviewEvent } from '../../../machines/domain/verification/kyc-review.events.ts';
import type { KycReviewContext } from '../../../machines/domain/verification/kyc-review.machine.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import {
  fillVerification,
  newPageUser,
  operatorOf,
  sendVerification,
  type PageUser,
} from '../pages/user-pages.ts';
import type { Product } from '../pages/product.ts';
import { settledView } from '../pages/settled-view.ts';
import { newPassport } from './documents.ts';
import { historyOf } from './path-history.ts';

interface Observation {
  /** The shown form, or the shown status. */
  readonly shown: 'form' | 'In review' | 'Verified';
  readonly reason: string | null;
  readonly words: string | null;
  /** True if this page lets the user pass the verification gates. */
  readonly isOpen: boolean;
}

const REASONS: Readonly<Record<string, string>> = {
  picture_unclear: 'A photo isn’t clear.',
  other: 'The reviewer left a note.',
};

/** Runs one path with its own user and page. */
export class PageVerification implements System {
  readonly target = 'page';
  readonly #product: Product;
  readonly #path: Path;
  #person: PageUser | undefined;
  #wanted: Observation | undefined;

  constructor(product: Product, path: Path) {
    this.#product = product;
    this.#path = path;
  }

  async start(): Promise<void> {
    this.#person = await newPageUser(this.#product);
    await this.#page.goto('/user-review');
  }

  async send(event: AnyEventObject): Promise<void> {
    await this.#perform(event as KycReviewEvent);
  }

  advance(delay: string): never {
    throw new Error(`a verification has no delay ${delay}`);
  }

  observe(): Promise<Observation> {
    const wanted = ensure(this.#wanted, 'an expectation');
    return settledView(() => this.#read(), wanted);
  }

  /** The view by the model. */
  readonly expected = (move: Move): Observation => {
    const { reason } = move.snapshot.context as KycReviewContext;
    const last = historyOf(this.#path, move).at(-1)?.event as KycReviewEvent | undefined;
    const state = String(move.snapshot.value);
    this.#wanted = {
      shown: state === 'inReview' ? 'In review' : state === 'certified' ? 'Verified' : 'form',
      reason: reason === null ? null : ensure(REASONS[reason], `a text of ${reason}`),
      words: last?.type === 'verification.refuse' ? last.reasonText : null,
      isOpen: state === 'certified',
    };
    return this.#wanted;
  };

  get #page(): Page {
    return ensure(this.#person, 'a person').page;
  }

  async #perform(event: KycReviewEvent): Promise<void> {
    if (event.type === 'verification.submit') {
      await fillVerification(this.#page, newPassport());
      await sendVerification(this.#page);
      return;
    }
    const door = await operatorOf(this.#product.server);
    const { id } = ensure(this.#person, 'a person');
    const submission = ensure((await door.submissionsOf(id))[0], 'a submission');
    const error = await door.decide(
      submission,
      event.type === 'verification.certify'
        ? { isCertified: true }
        : { isCertified: false, reason: event.reason, reasonText: event.reasonText },
    );
    if (error !== undefined) throw new Error(error);
  }

  async #read(): Promise<Observation> {
    const page = this.#page;
    const [heading = ''] = await page
      .locator('[data-testid=panel-waiting] h2, [data-testid=panel-done] h2')
      .allInnerTexts();
    const [reason = null, words = null] = await page
      .locator('[data-testid=failure-reason] p')
      .allInnerTexts();
    const isOpen = await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('meridian.session') ?? '{}') as {
        user?: { is_user_real?: boolean } | null;
      };
      return stored.user?.is_user_real ?? false;
    });
    const shown = heading === 'In review' || heading === 'Verified' ? heading : 'form';
    return { shown, reason, words, isOpen };
  }
}
