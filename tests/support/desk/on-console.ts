/** Records whose operator uses the pages of the console, as systems of the path runner. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { AnyEventObject } from 'xstate';
import type { FeedbackTicketEvent } from '../../../machines/domain/feedback/feedback-ticket.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { phaseInModel } from '../wallet/phase-in-model.ts';
import { settledView } from '../pages/settled-view.ts';
import type { HttpWithdrawal } from '../wallet/http-withdrawal.ts';
import { worded, type ConsoleDesk } from './console-desk.ts';
import type { HttpFeedback } from './http-feedback.ts';
import type { HttpVerification } from './http-verification.ts';
import { historyOf } from './path-history.ts';

interface Texts {
  readonly review: Readonly<Record<string, string>>;
  readonly phase: Readonly<Record<string, string>>;
  readonly feedback: { readonly from: Readonly<Record<string, string>> };
}
const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/operator.json', import.meta.url), 'utf8'),
) as Texts;

/** Patience before a difference on the console counts. */

type Person = System & { expected(move: Move): unknown };

/** The console's view of the record; null before the record exists. */
interface View {
  /** Opens the record and reads it. */
  read(desk: ConsoleDesk): Promise<unknown>;
  /** The expected view by the model. */
  wanted(move: Move): unknown;
}

/** Both ends: the user's view, and the operator's page with its buttons. */
export class OnConsole implements System {
  readonly target = 'page';
  readonly #person: Person;
  readonly #desk: ConsoleDesk;
  readonly #view: View;
  #wanted: unknown = null;

  constructor(person: Person, desk: ConsoleDesk, view: View) {
    this.#person = person;
    this.#desk = desk;
    this.#view = view;
  }

  async start(): Promise<void> {
    await this.#person.start?.();
  }

  async send(event: AnyEventObject): Promise<void> {
    await this.#person.send(event);
    if (event['by'].role !== 'operator') this.#desk.leave();
  }

  async advance(delay: string): Promise<void> {
    await this.#person.advance(delay);
    this.#desk.leave();
  }

  async observe(): Promise<unknown> {
    const person = await this.#person.observe();
    const console = await settledView(() => this.#read(), this.#wanted);
    return { person, console };
  }

  /** Reads again after a difference, because the server may have continued by itself. */
  async #read(): Promise<unknown> {
    const view = await this.#view.read(this.#desk);
    if (!isDeepStrictEqual(view, this.#wanted)) this.#desk.leave();
    return view;
  }

  readonly expected = (move: Move): unknown => {
    this.#wanted = this.#view.wanted(move);
    return { person: this.#person.expected(move), console: this.#wanted };
  };
}

const VERDICTS = ['Approve', 'Reject'];
const REVIEW_STATES: Readonly<Record<string, string>> = {
  inReview: 'in_review',
  failed: 'failed',
  certified: 'certified',
};

export function reviewView(person: HttpVerification): View {
  return {
    async read(desk) {
      const submission = await person.lastSubmission();
      if (submission === undefined) return null;
      await desk.open('reviews', submission);
      return desk.shown(VERDICTS);
    },
    wanted({ snapshot }) {
      const name = REVIEW_STATES[String(snapshot.value)];
      if (name === undefined) return null;
      const offered = name === 'in_review' ? VERDICTS : [];
      return { state: worded(texts.review, name), offered };
    },
  };
}

/** Authors of the messages, oldest first; and whether the page offers a reply. */
export function ticketView(ticket: HttpFeedback, path: Path): View {
  const { from } = texts.feedback;
  return {
    async read(desk) {
      await desk.open('feedback', ticket.id);
      const authors = await desk.record.locator('ol > li > p:first-child > span').allInnerTexts();
      return { authors, ...(await desk.shown(['Reply'])) };
    },
    wanted: (move) => ({
      authors: [
        worded(from, 'person'),
        ...historyOf(path, move).map(({ event }) => {
          const isWritten = (event as FeedbackTicketEvent).type === 'ticket.write';
          return worded(from, isWritten ? 'person' : 'operator');
        }),
      ],
      state: '',
      offered: ['Reply'],
    }),
  };
}

const RESOLUTION = ['Decide outcome'];
const REVIEW = ['Approve', 'Reject'];
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  pending_review: REVIEW,
  approved: ['Reject'],
  manual_review: RESOLUTION,
};

export function withdrawalView(withdrawal: HttpWithdrawal): View {
  return {
    async read(desk) {
      if (withdrawal.id === undefined || withdrawal.isUnderWay) return null;
      await desk.open('withdrawals', withdrawal.id);
      return desk.shown([...REVIEW, ...RESOLUTION]);
    },
    wanted({ snapshot }) {
      const phase = phaseInModel(snapshot);
      const isSeen = phase !== 'requested' && phase !== 'refused';
      if (!isSeen || withdrawal.isUnderWay) return null;
      return { state: worded(texts.phase, phase), offered: OFFERED[phase] ?? [] };
    },
  };
}
