/** The verification of a user on a real server as a system of the path runner: user and operator over HTTP. */
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { VerificationState } from '../../../contract/verification/verification.ts';
import type { KycReviewEvent } from '../../../machines/domain/verification/kyc-review.events.ts';
import type { KycReviewContext } from '../../../machines/domain/verification/kyc-review.machine.ts';
import { VERIFICATION_USERS } from '../../../qa/models/kyc-review.model.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { newKey } from '../idempotency-key.ts';
import { callOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';
import { documents } from './documents.ts';
import { hearLast, mailsTo, newcomer, type Newcomer } from './newcomer.ts';
import type { OperatorDoor } from './operator-door.ts';
import { historyOf } from './path-history.ts';
import { quickFetch } from '../servers/quick-fetch.ts';

/** The observed state after a step. */
interface Observation {
  readonly state: string;
  readonly revision: number;
  readonly reason: string | null;
  /** Whether the user's orders are accepted, and the status on the user's own page. */
  readonly isOpen: boolean;
  readonly isUserReal: boolean;
  /** Pushed states, oldest first. */
  readonly pushed: readonly string[];
  readonly letters: number;
}

/** Runs one path with its own user. */
export class HttpVerification implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #door: OperatorDoor;
  readonly #path: Path;
  #person: Newcomer | undefined;
  /** True once an intruder has tried to decide since the last step. */
  #isIntruded = false;
  #decided = 0;

  constructor(server: TestServer, door: OperatorDoor, path: Path) {
    this.#server = server;
    this.#door = door;
    this.#path = path;
  }

  async start(): Promise<void> {
    this.#person = await newcomer(this.#server);
  }

  async send(event: AnyEventObject): Promise<void> {
    this.#isIntruded = false;
    expect(await this.#perform(event as KycReviewEvent)).toBeUndefined();
    if (event.type !== 'verification.submit') this.#decided += 1;
  }

  /** A user without the right tries the event, by the existing call or by a made-up one. */
  async tryRefused(anyEvent: AnyEventObject): Promise<true> {
    const event = anyEvent as KycReviewEvent;
    const isHere =
      event.type === 'verification.submit'
        ? event.by.role === 'person' && event.by.userId === VERIFICATION_USERS.personId
        : event.by.role === 'operator';
    if (isHere) expect(REFUSALS).toContain(await this.#perform(event));
    // These requests name neither the event nor its caller.
    else if (!this.#isIntruded) await this.#intrude();
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a verification has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const person = this.#who;
    const { token } = person;
    const shown = dataOf(await this.#server.call('getVerification', {}, { token }));
    const user = dataOf(await this.#server.call('getUserInfo', {}, { token }));
    const { revision } = shown;
    const pushed =
      revision === 0
        ? person.heard('verification')
        : await hearLast(person, 'verification', ({ record }) => record.revision === revision);
    return {
      state: shown.state,
      revision,
      reason: shown.reason,
      isOpen: (await this.#orderError()) !== 'verification_required',
      isUserReal: user.is_user_real,
      pushed: pushed.map(({ record }) => record.state),
      letters: (await mailsTo(this.#server, person, this.#decided)).length,
    };
  }

  /** The state by the model. */
  readonly expected = (move: Move): Observation => {
    const history = historyOf(this.#path, move);
    const { reason } = move.snapshot.context as KycReviewContext;
    const state = stateOf(move);
    return {
      state,
      revision: history.length === 0 ? 0 : history.length + 1,
      reason,
      isOpen: state === 'certified',
      isUserReal: state === 'certified',
      pushed: history.map(stateOf),
      letters: history.filter(({ effects }) => effects.includes('notifyPerson')).length,
    };
  };

  /** Id of the last submission. */
  async lastSubmission(): Promise<number | undefined> {
    return (await this.#door.submissionsOf(this.#who.id))[0];
  }

  leave(): void {
    this.#person?.leave();
  }

  get #who(): Newcomer {
    return ensure(this.#person, 'a person');
  }

  async #perform(event: KycReviewEvent): Promise<string | undefined> {
    const { token, id } = this.#who;
    if (event.type === 'verification.submit') {
      const fields = await documents(this.#server);
      return errorOf(await this.#server.call('submitVerification', fields, { token }));
    }
    // The model numbers the submissions of one user from 1, the server those of all users.
    const own = (await this.#door.submissionsOf(id)).toReversed();
    const submissionId = own[event.submissionId - 1] ?? UNKNOWN_SUBMISSION;
    return this.#door.decide(
      submissionId,
      event.type === 'verification.certify'
        ? { isCertified: true }
        : { isCertified: false, reason: event.reason, reasonText: event.reasonText },
    );
  }

  /** No call of a user decides, and no field changes the caller's identity. */
  async #intrude(): Promise<void> {
    const { token } = this.#who;
    this.#isIntruded = true;
    const fields = { ...(await documents(this.#server)), user_id: String(this.#who.id) };
    const posing = await post(this.#server.origin, token, 'real_name', fields);
    expect(posing).toBe('invalid_request');
    const noCall = await post(this.#server.origin, token, 'certify', { submission_id: '1' });
    expect(noCall).toBe('route_not_found');
    const decision = { id: '1', verdict: 'certify', reason: 'I know myself' } as const;
    const intruder = await callOperator(this.#server, 'decideVerification', decision, { token });
    expect(errorOf(intruder)).toBe('unauthorized');
  }

  /** The error of an order that no balance covers. */
  async #orderError(): Promise<string | undefined> {
    const order = { currency_match_id: '1', side: 'buy', type: 'market', amount: '1000' } as const;
    const headers = { 'idempotency-key': newKey() };
    return errorOf(
      await this.#server.call('placeOrder', order, { token: this.#who.token, headers }),
    );
  }
}

const UNKNOWN_SUBMISSION = 999_999_999;
/** Errors that count as a refusal of an event with a call. */
const REFUSALS = [
  'verification_in_review',
  'already_verified',
  'already_decided',
  'review_not_found',
  'invalid_request',
];

function stateOf({ snapshot }: Move): VerificationState {
  const [meta] = Object.values(snapshot.getMeta());
  return (ensure(meta, 'meta') as { readonly state: VerificationState }).state;
}

async function post(
  origin: string,
  token: string,
  name: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const response = await quickFetch(`${origin}/api/private/user_real/${name}`, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(fields as Record<string, string>),
  });
  return (response.json() as { readonly error?: string }).error;
}
