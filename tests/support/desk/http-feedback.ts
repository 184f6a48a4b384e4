/** A feedback ticket of a real server as a system of the path runner: owner and operator over HTTP. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { FeedbackState } from '../../../contract/feedback/feedback.ts';
import type { FeedbackTicketEvent } from '../../../machines/domain/feedback/feedback-ticket.events.ts';
import { FEEDBACK_PEOPLE } from '../../../qa/models/feedback-ticket.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { callOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';
import { openTicket } from './feedback-tickets.ts';
import { hearLast, mailsTo, newcomer, type Newcomer } from './newcomer.ts';
import type { OperatorDoor } from './operator-door.ts';
import { historyOf } from './path-history.ts';
import { quickFetch } from '../servers/quick-fetch.ts';

/** The observed state after a step. */
interface Observation {
  readonly state: string;
  readonly revision: number;
  /** Authors of the messages, oldest first. */
  readonly authors: readonly string[];
  /** Pushed states, oldest first. */
  readonly pushed: readonly string[];
  readonly letters: number;
}

const WORDS = 'Where is my deposit of this morning?';

/** Runs one path with its own owner. */
export class HttpFeedback implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #door: OperatorDoor;
  readonly #path: Path;
  #owner: Newcomer | undefined;
  #stranger: Newcomer | undefined;
  #id = '';
  #answers = 0;

  constructor(server: TestServer, door: OperatorDoor, path: Path) {
    this.#server = server;
    this.#door = door;
    this.#path = path;
  }

  async start(): Promise<void> {
    this.#owner = await newcomer(this.#server, 'asker');
    const ticket = { type: 'deposit', title: 'A deposit', content: WORDS } as const;
    const { token } = this.#owner;
    this.#id = dataOf(await openTicket(this.#server, token, ticket)).id;
  }

  async send(event: AnyEventObject): Promise<void> {
    expect(await this.#perform(event as FeedbackTicketEvent)).toBeUndefined();
  }

  /** A user without the right tries the event, by the existing call or by a made-up one. */
  async tryRefused(event: AnyEventObject): Promise<true> {
    const { type, by } = event as FeedbackTicketEvent;
    const isOwner = by.role === 'person' && by.userId === FEEDBACK_PEOPLE.ownerId;
    if (type === 'ticket.write' && isOwner) {
      expect(await this.#write(this.#who)).toBe('feedback_answer_awaited');
      return true;
    }
    this.#stranger ??= await newcomer(this.#server, 'stranger');
    const person = isOwner ? this.#who : this.#stranger;
    if (type === 'ticket.write')
      expect(await this.#write(this.#stranger)).toBe('feedback_not_found');
    // No call of a user replies as operator, and no field changes the caller's identity.
    const words = { id: this.#id, client_id: randomUUID(), content: WORDS };
    const { origin } = this.#server;
    expect(await post(origin, person.token, 'answer', words)).toBe('route_not_found');
    const posing = { ...words, 'by[role]': by.role };
    expect(await post(origin, person.token, 'reply', posing)).toBe('invalid_request');
    const answer = { ...words, reason: 'I know the answer' };
    const intruder = await callOperator(this.#server, 'replyFeedback', answer, person);
    expect(errorOf(intruder)).toBe('unauthorized');
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a ticket has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const owner = this.#who;
    const { id, token } = { id: this.#id, token: owner.token };
    const shown = dataOf(await this.#server.call('getFeedback', { id }, { token }));
    const listed = dataOf(await this.#server.call('listFeedback', {}, { token })).tickets;
    const { messages, ...ticket } = shown;
    expect(listed).toEqual([ticket]);
    const { revision } = shown;
    const pushed = await hearLast(owner, 'feedback', ({ record }) => record.revision === revision);
    return {
      state: shown.state,
      revision,
      authors: messages.map(({ from }) => from),
      pushed: pushed.map(({ record }) => record.state),
      letters: (await mailsTo(this.#server, owner, this.#answers)).length,
    };
  }

  /** The state by the model. */
  readonly expected = (move: Move): Observation => {
    const history = historyOf(this.#path, move);
    return {
      state: stateOf(move),
      revision: history.length + 1,
      authors: [
        'person',
        ...history.map(({ event }) => (event.type === 'ticket.write' ? 'person' : 'operator')),
      ],
      pushed: [this.#path.start, ...history].map(stateOf),
      letters: history.filter(({ effects }) => effects.includes('notifyOwner')).length,
    };
  };

  /** Id of the ticket. */
  get id(): string {
    return this.#id;
  }

  leave(): void {
    this.#owner?.leave();
    this.#stranger?.leave();
  }

  get #who(): Newcomer {
    return ensure(this.#owner, 'an owner');
  }

  async #perform(event: FeedbackTicketEvent): Promise<string | undefined> {
    if (event.type === 'ticket.write') return this.#write(this.#who);
    this.#answers += 1;
    return this.#door.answer(this.#id, 'We are looking into it.');
  }

  async #write({ token }: Newcomer): Promise<string | undefined> {
    const reply = { id: this.#id, client_id: randomUUID(), content: WORDS };
    return errorOf(await this.#server.call('replyFeedback', reply, { token }));
  }
}

function stateOf({ snapshot }: Move): FeedbackState {
  const [meta] = Object.values(snapshot.getMeta());
  return (ensure(meta, 'meta') as { readonly state: FeedbackState }).state;
}

async function post(
  origin: string,
  token: string,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await quickFetch(`${origin}/api/private/feedback/${name}`, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(fields),
  });
  return (response.json() as { readonly error?: string }).error;
}
