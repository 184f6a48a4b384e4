/** Uploads to an exchange that is killed repeatedly: acknowledged pictures stay whole, all others leave nothing. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { openTicket } from '../desk/feedback-tickets.ts';
import { eventually } from '../eventually.ts';
import { dataOf, signUp } from '../users/accounts.ts';
import { readPicture, somePicture, upload } from '../pictures.ts';
import { queryServer } from '../databases/server-database.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';

const UPLOADERS = 2;
const [WIDTH, HEIGHT] = [1_200, 900];

export class PictureLoad implements CrashLoad {
  readonly name = 'pictures';
  readonly #scene: CrashScene;
  /** Acknowledged tickets, oldest first. */
  readonly #tickets: string[] = [];
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The last ticket before each kill. */
  readonly #lastTickets: string[] = [];
  #ticketsBefore = 0;
  #used = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    this.#bytes ??= await somePicture(WIDTH, HEIGHT);
    this.#ticketsBefore = this.#tickets.length;
  }

  async run(): Promise<void> {
    const bytes = ensure(this.#bytes, 'a picture');
    await Promise.all(Array.from({ length: UPLOADERS }, () => this.#uploadOn(bytes)));
  }

  /** When one upload is acknowledged, others are under way. */
  hasEnough(): boolean {
    return this.#tickets.length > this.#ticketsBefore;
  }

  async askAgain(): Promise<void> {
    // An upload has no key.
  }

  async contradictions(): Promise<readonly string[]> {
    if (this.hasEnough()) this.#lastTickets.push(ensure(this.#tickets.at(-1), 'a ticket'));
    const files = new Set(this.#files());
    return (await this.#rows())
      .filter((id) => !files.has(id))
      .map((id) => `picture ${id} has no file`);
  }

  /** Uses as many as a user may; then all others expire, and only what is used stays. */
  async finish(): Promise<readonly string[]> {
    const { server } = this.#scene;
    const { accessToken: token } = await signUp(server, undefined, newClientAddress());
    const used = await this.#use(token);
    this.#used = used.length;
    const found: string[] = [];
    for (const id of used) {
      const response = await readPicture(server, id, token);
      const type = response.headers.get('content-type');
      if (type !== 'image/jpeg') found.push(`picture ${id} is ${type}`);
    }
    await server.controlAdvance(LIMITS.picture_ticket_valid_ms + HOUR_MS);
    const kept = await this.#rows('owner_id is not null');
    const stay = async () => {
      for (const names of [await this.#rows(), this.#files()])
        if (!isDeepStrictEqual(names, kept))
          throw new Error(`${names.length} pictures stay, and ${kept.length} are used`);
    };
    await eventually(stay, { interval: 100 }).catch((error: Error) => found.push(error.message));
    const lost = used.filter((id) => !kept.includes(id));
    return [...found, ...lost.map((id) => `picture ${id} was used and is lost`)];
  }

  counts(): Readonly<Record<string, number>> {
    return { pictures: this.#tickets.length, 'pictures used': this.#used };
  }

  async #uploadOn(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (;;) {
      await this.#scene.rest(this);
      const headers = newClientAddress();
      const answer = await upload(this.#scene.server, bytes, 'feedback', { headers }).catch(
        () => undefined,
      );
      if (answer === undefined) return;
      if (answer.code === 1) this.#tickets.push(dataOf(answer).ticket);
    }
  }

  /** Every ticket must be accepted. @returns ids of the pictures. */
  async #use(token: string): Promise<readonly string[]> {
    const used: string[] = [];
    const most = LIMITS.feedback_pictures_max;
    const usable = this.#lastTickets.slice(-LIMITS.feedback_unanswered_max * most);
    for (let at = 0; at < usable.length; at += most) {
      const pictures = usable.slice(at, at + most).join(',');
      const fields = { type: 'other', title: 'Pictures', content: 'Some pictures.' } as const;
      const ticket = dataOf(await openTicket(this.#scene.server, token, { ...fields, pictures }));
      used.push(...ticket.messages.flatMap(({ picture_ids: ids }) => ids));
    }
    return used;
  }

  #files(): readonly string[] {
    const folder = path.join(this.#scene.server.dataDir, 'pictures');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  }

  async #rows(condition = 'true'): Promise<readonly string[]> {
    const statement = `select id from pictures where ${condition} order by id`;
    const rows = await queryServer<{ id: string }>(this.#scene.server, statement);
    return rows.map(({ id }) => id);
  }
}
