/** A token subscription over HTTP as a system of the path runner; operators open an offering for each. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { IeoSubscriptionEvent } from '../../../machines/domain/ieo/ieo-subscription.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../users/balances.ts';
import { newUser, type TestUser } from '../users/test-user.ts';
import { subscribeOffering } from './ieo-users.ts';
import { OFFERED_TOKEN, type OperatedOfferings } from './operated-offerings.ts';

/** Subscription and accounts as the owner sees them. */
interface SubscriptionView {
  readonly state: IeoSubscription['state'] | null;
  /** Place of the payment, or its result. */
  readonly payment: 'spot' | 'hold' | 'tokens' | 'elsewhere';
}

/** Seven steps. */
const MONEY = '350';
const FIRST = '200';
const RAISED = '500';
const TOO_DEAR = '800';

/** Returns the reason why no caller can bring the path about; null for the others. */
export const subscriptionObstacle = ({ steps }: Path): string | null =>
  steps.some(
    ({ event }) => (event as { readonly refusal?: string }).refusal === 'service_unavailable',
  )
    ? 'no call stops the writer of spot accounts'
    : null;

export class HttpIeoSubscription implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #offerings: OperatedOfferings;
  #user: TestUser | undefined;
  #offering = '';
  #wanted: SubscriptionView = { state: null, payment: 'spot' };

  constructor(server: TestServer, offerings: OperatedOfferings) {
    this.#server = server;
    this.#offerings = offerings;
  }

  readonly expected = ({ snapshot }: Move): SubscriptionView => {
    this.#wanted = viewOf(snapshot);
    return this.#wanted;
  };

  async start(): Promise<void> {
    this.#offering = await this.#offerings.open();
    this.#user = await newUser(this.#server, { coins: { USDT: MONEY } });
  }

  async send(sent: AnyEventObject): Promise<void> {
    const event = sent as IeoSubscriptionEvent;
    switch (event.type) {
      case 'payment.held':
        return void dataOf(await this.#subscribe(FIRST));
      case 'subscription.raise':
        return void dataOf(await this.#subscribe(RAISED));
      case 'payment.refused': {
        const refused = errorOf(await this.#subscribe(TOO_DEAR));
        return assert(refused === 'insufficient_balance', 'the balance is too small');
      }
      case 'allocation.received':
        return this.#offerings.passPhase();
      case 'offering.cancelled': {
        const refused = await this.#offerings.cancel(this.#offering);
        return assert(refused === undefined, 'an open offering is cancelled');
      }
    }
  }

  advance(delay: string): never {
    throw new Error(`a subscription has no delay ${delay}`);
  }

  observe(): Promise<SubscriptionView> {
    return settledView(() => this.#read(), this.#wanted);
  }

  #subscribe(quantity: string) {
    const wanted = { quantity, offering: { id: this.#offering } };
    return subscribeOffering(this.#server, this.#present(), wanted);
  }

  async #read(): Promise<SubscriptionView> {
    const [server, user] = [this.#server, this.#present()];
    const { subscriptions } = dataOf(
      await server.call('listIeoSubscriptions', {}, { token: user.token }),
    );
    const { frozen } = await balanceOf(server, user, 'USDT', FINANCIAL);
    const { available: money } = await balanceOf(server, user, 'USDT', SPOT);
    const { available: tokens } = await balanceOf(server, user, OFFERED_TOKEN, SPOT);
    const left = money === MONEY ? 'spot' : 'elsewhere';
    return {
      state: subscriptions[0]?.state ?? null,
      payment: frozen !== '0' ? 'hold' : tokens !== '0' ? 'tokens' : left,
    };
  }

  #present(): TestUser {
    return ensure(this.#user, 'a user');
  }
}

function viewOf({ value }: AnyMachineSnapshot): SubscriptionView {
  switch (value) {
    case 'committed':
      return { state: 'committed', payment: 'hold' };
    case 'settled':
      return { state: 'settled', payment: 'tokens' };
    case 'refunded':
      return { state: 'refunded', payment: 'spot' };
    default:
      return { state: null, payment: 'spot' };
  }
}
