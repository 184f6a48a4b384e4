/** Documents, messages and decisions of an exchange that is killed repeatedly: no step is half done or lost. */
import { RECORD_LIFECYCLES } from '../../../server/areas/operator/operator.area.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { documents } from '../desk/documents.ts';
import { openTicket } from '../desk/feedback-tickets.ts';
import { openOperatorDoor, type OperatorDoor } from '../desk/operator-door.ts';
import { dataOf, signUp } from '../users/accounts.ts';
import { queryServer } from '../databases/server-database.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { wrongReplays } from './stored-lifecycles.ts';

const PEOPLE = 3;
/** Users whose steps run at the same time. */
const AT_ONCE = 2;
const [REVIEWS, TICKETS] = [RECORD_LIFECYCLES['kyc-review'], RECORD_LIFECYCLES['feedback-ticket']];
const QUESTION = { type: 'other', title: 'A question', content: 'Is it in review?' } as const;

/** The progress of one user; a call that the crash cut off counts as unanswered. */
interface Course {
  readonly id: number;
  readonly token: string;
  /** The highest revision in a response. */
  revision: number;
  /** True once a response said that the user is certified. */
  isCertified: boolean;
  /** Id of the acknowledged ticket. */
  ticket: string | undefined;
  isCutOff: boolean;
}

export class RecordLoad implements CrashLoad {
  readonly name = 'records';
  readonly #scene: CrashScene;
  #desk: OperatorDoor | undefined;
  #courses: readonly Course[] = [];
  #answers = 0;
  #answersBefore = 0;
  #cutOff = 0;
  /** First id of a ticket of this round. */
  #ticketsFrom = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#desk ??= await openOperatorDoor(server);
    const [last] = await queryServer<{ id: number }>(
      server,
      'select coalesce(max(id), 0)::int as id from feedback_tickets',
    );
    this.#ticketsFrom = (last?.id ?? 0) + 1;
    this.#answersBefore = this.#answers;
    this.#courses = await Promise.all(Array.from({ length: PEOPLE }, () => this.#newCourse()));
  }

  async run(): Promise<void> {
    const waiting = [...this.#courses];
    const takeOn = async () => {
      for (let course = waiting.shift(); course; course = waiting.shift()) {
        course.isCutOff = await this.#take(course).then(
          () => false,
          () => true,
        );
        if (course.isCutOff) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeOn));
  }

  hasEnough(): boolean {
    return this.#answers > this.#answersBefore;
  }

  async askAgain(): Promise<void> {
    // A form without a key is not sent again.
  }

  async contradictions(): Promise<readonly string[]> {
    const { server } = this.#scene;
    const found: string[] = [];
    for (const course of this.#courses) {
      if (course.isCutOff) this.#cutOff += 1;
      found.push(...(await this.#faultsOf(course)));
    }
    const from = Math.min(...this.#courses.map(({ id }) => id));
    return [
      ...found,
      ...(await wrongReplays(server, [REVIEWS], from)),
      ...(await wrongReplays(server, [TICKETS], this.#ticketsFrom)),
    ];
  }

  finish(): Promise<readonly string[]> {
    return wrongReplays(this.#scene.server, [REVIEWS, TICKETS]);
  }

  counts(): Readonly<Record<string, number>> {
    return { 'steps of records': this.#answers, 'records cut off': this.#cutOff };
  }

  async #newCourse(): Promise<Course> {
    const { server } = this.#scene;
    const { accessToken: token } = await signUp(server, undefined, newClientAddress());
    const { id } = dataOf(await server.call('getUserInfo', {}, { token }));
    return { id, token, revision: 0, isCertified: false, ticket: undefined, isCutOff: false };
  }

  /** Submits documents, asks a question, and is certified. @throws Error once the server is gone. */
  async #take(course: Course): Promise<void> {
    const { server } = this.#scene;
    const { id, token } = course;
    const fields = await documents(server);
    course.revision = dataOf(await server.call('submitVerification', fields, { token })).revision;
    this.#answers += 1;
    await this.#scene.rest(this);
    course.ticket = dataOf(await openTicket(server, token, QUESTION)).id;
    this.#answers += 1;
    await this.#scene.rest(this);
    const [submission = 0] = (await this.#desk?.submissionsOf(id)) ?? [];
    const refusal = await this.#desk?.decide(submission, { isCertified: true });
    if (refusal !== undefined) throw new Error(refusal);
    course.isCertified = true;
    this.#answers += 1;
  }

  async #faultsOf({
    id,
    token,
    revision,
    isCertified,
    ticket,
  }: Course): Promise<readonly string[]> {
    const { server } = this.#scene;
    const shown = dataOf(await server.call('getVerification', {}, { token }));
    const least = isCertified ? revision + 1 : revision;
    const found: string[] = [];
    if (shown.revision < least)
      found.push(`the review of user ${id} was at ${least} and is at ${shown.revision}`);
    if (isCertified && shown.state !== 'certified')
      found.push(`user ${id} was certified and is ${shown.state}`);
    if (ticket !== undefined) {
      const stored = await server.call('getFeedback', { id: ticket }, { token });
      if (stored.data === null) found.push(`the ticket ${ticket} was acknowledged and is lost`);
    }
    return found;
  }
}
