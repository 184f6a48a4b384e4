/** A page whose live channel and named calls are controlled by the test. The real server answers everything else. */
import type { Page, WebSocketRoute } from 'playwright-core';
import type { ClientMessage, ServerMessage } from '../../../contract/channels.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routeCalls } from '../pages/call-routes.ts';
import { within } from '../within.ts';

const STREAM = 'scripted';

export class ScriptedPage {
  readonly page: Page;
  readonly #answers = new Map<string, () => unknown>();
  #socket: WebSocketRoute | undefined;
  #seq = 0;
  /** Time of the last point that the page got of its instrument; null before the first, undefined without a subscription. */
  #lastPointMs: number | null | undefined;
  #isListening: Promise<void> = Promise.resolve();
  #listen: () => void = () => {};

  /** @param page a page that has loaded nothing of the app yet. */
  static async over(page: Page): Promise<ScriptedPage> {
    const scripted = new ScriptedPage(page);
    await page.routeWebSocket('**/ws', (socket) => scripted.#serve(socket));
    return scripted;
  }

  private constructor(page: Page) {
    this.page = page;
    this.#expectListener();
  }

  /** Loads an address of the app; the next event waits until the new page listens. */
  async load(address: string): Promise<void> {
    this.#expectListener();
    await this.page.goto(address);
  }

  #expectListener(): void {
    this.#isListening = new Promise((resolve) => (this.#listen = resolve));
  }

  /** Answers the public or private call at this path, with any method. Replaces an earlier answer. */
  async answer(path: string, data: () => unknown): Promise<void> {
    const isRouted = this.#answers.has(path);
    this.#answers.set(path, data);
    if (isRouted) return;
    await routeCalls(this.page, path, (call) =>
      call.fulfill({ code: 1, msg: 'ok', data: this.#answers.get(path)?.() }),
    );
  }

  /** Sends the event once the page listens. */
  async tell(event: UserEvent): Promise<void> {
    await within(this.#isListening, 'the page to listen to what is its own');
    this.#seq += 1;
    this.#send({ type: 'USER', kind: 'event', stream: STREAM, seq: this.#seq, event });
  }

  /** Whether the page listens to an index, and has got no point yet. */
  get awaitsIndex(): boolean {
    return this.#lastPointMs === null;
  }

  /** Sends the next points of the index to which the page listens. */
  sendIndex(instrument: string, points: readonly IndexTickInfo[]): void {
    const previous = this.#lastPointMs ?? null;
    this.#send({ type: 'INDEX', instrument, previous, points });
    this.#lastPointMs = points.at(-1)?.time ?? previous;
  }

  #serve(socket: WebSocketRoute): void {
    this.#socket = socket;
    socket.onMessage((text) => this.#take(JSON.parse(String(text)) as ClientMessage));
    this.#send({
      type: 'hello',
      time: Date.now(),
      heartbeat_ms: LIMITS.socket_heartbeat_ms,
      idle_close_ms: LIMITS.socket_idle_close_ms,
    });
  }

  #take(message: ClientMessage): void {
    if (message.type === 'ping') this.#send({ type: 'pong', time: Date.now() });
    if (message.type === 'auth') this.#send({ type: 'auth' });
    if ('params' in message && message.params === 'INDEX')
      this.#lastPointMs = message.type === 'sub' ? null : undefined;
    if (message.type !== 'sub' || message.params !== 'USER') return;
    const nothing = { orders: [], balances: [] };
    this.#send({ type: 'USER', kind: 'snapshot', stream: STREAM, seq: this.#seq, ...nothing });
    this.#listen();
  }

  #send(message: ServerMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }
}
