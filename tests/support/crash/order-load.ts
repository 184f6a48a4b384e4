/** Spot orders and cancellations of an exchange that is killed repeatedly. */
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { Acknowledgements, type Trader, type UnansweredOrder } from './acknowledgements.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { contradictions, replayAll } from './evidence.ts';
import { refusalOf, startLoad, tradedMarkets, type TradedMarket } from './load.ts';
import { keepSignedIn, signInTraders } from './traders.ts';

const CLIENTS = 32;
/** Minimum of acknowledgements before the crash of a round. */
const ACKNOWLEDGED_MIN = 100;
/** Value in USDT: small compared with the balances of the demo users. */
const ORDER_WORTH = 20;
const MARKETS = 2;

export class OrderLoad implements CrashLoad {
  readonly name = 'spot orders';
  readonly #scene: CrashScene;
  readonly #acknowledgements = new Acknowledgements();
  readonly #faults: string[] = [];
  #traders: readonly Trader[] = [];
  #markets: readonly TradedMarket[] = [];
  #acknowledgedBefore = 0;
  #sent = 0;
  #unanswered = 0;
  #replayed = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#acknowledgedBefore = this.#acknowledgements.count;
    if (this.#traders.length > 0) return keepSignedIn(server, this.#traders);
    this.#traders = await signInTraders(server);
    this.#markets = await tradedMarkets(server, MARKETS, ORDER_WORTH);
  }

  async run(): Promise<void> {
    const load = startLoad({
      ...this.#scene,
      rest: () => this.#scene.rest(this),
      traders: this.#traders,
      markets: this.#markets,
      acknowledgements: this.#acknowledgements,
      clients: CLIENTS,
    });
    await load.ended;
    this.#sent += load.sent;
  }

  hasEnough(): boolean {
    return this.#acknowledgements.count - this.#acknowledgedBefore >= ACKNOWLEDGED_MIN;
  }

  /** A client without a response retries under the same key and gets the order's outcome. */
  async askAgain(): Promise<void> {
    const pending = this.#acknowledgements.unanswered;
    this.#acknowledgements.unanswered = [];
    this.#unanswered += pending.length;
    await Promise.all(pending.map((order) => this.#ask(order)));
  }

  async contradictions(): Promise<readonly string[]> {
    const found = this.#faults.splice(0);
    // Without an acknowledgement the round would prove nothing.
    if (this.#acknowledgements.count === this.#acknowledgedBefore)
      found.push('nothing was acknowledged');
    return [...found, ...(await contradictions(this.#address(), this.#acknowledgements))];
  }

  async finish(): Promise<readonly string[]> {
    const { orders, faults } = await replayAll(this.#address());
    this.#replayed = orders;
    return faults;
  }

  counts(): Readonly<Record<string, number>> {
    return {
      'orders sent': this.#sent,
      'orders acknowledged': this.#acknowledgements.count,
      'orders asked again': this.#unanswered,
      'orders replayed': this.#replayed,
    };
  }

  async #ask({ trader, key, body }: UnansweredOrder): Promise<void> {
    const reply = await this.#scene.server.call('placeOrder', body, {
      token: trader.token,
      headers: { 'idempotency-key': key, ...newClientAddress() },
    });
    if (reply.data !== null) this.#acknowledgements.order(reply.data, key);
    else if (refusalOf(reply) === 'idempotency_key_reused')
      this.#faults.push(`the key ${key} was taken for another order`);
    else this.#acknowledgements.refusedKeys.add(key);
  }

  #address() {
    return { socketFolder: openRunFolder(this.#scene.server.dataDir) };
  }
}
