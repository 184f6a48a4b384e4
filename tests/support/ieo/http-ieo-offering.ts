/** A token offering over HTTP as a system of the path runner; two operators act, and users subscribe before its end. */
import type pg from 'pg';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { IeoSubscription, Offering } from '../../../contract/ieo/ieo.ts';
import type { OfferingPhase } from '../../../contract/ieo/ieo-kinds.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import type { IeoOfferingEvent } from '../../../machines/domain/ieo/ieo-offering.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { quickFetch } from '../servers/quick-fetch.ts';
import { settledView } from '../pages/settled-view.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { balanceOf, FINANCIAL } from '../users/balances.ts';
import { newUser, type TestUser } from '../users/test-user.ts';
import { subscribeOffering } from './ieo-users.ts';
import type { OperatedOfferings } from './operated-offerings.ts';

/** The offering as operators and users see it. */
interface OfferingView {
  readonly phase: OfferingPhase;
  /** Null for an offering that no user sees. */
  readonly seen: Pick<Offering, 'state' | 'progress'> | null;
  readonly promised: number;
  /** The change since the draft. */
  readonly free: number;
}

const unseen = { seen: null, promised: 0, free: 0 };
const seenAs = (state: Offering['state'], progress: Offering['progress'] = null) => ({
  seen: { state, progress },
  promised: 1000,
  free: -1000,
});
/** The first user gets 2 steps of 100 tokens, and the second one 4 of 5, which is the cap. */
const VIEWS: Readonly<Record<OfferingPhase, Omit<OfferingView, 'phase'>>> = {
  draft: unseen,
  discarded: unseen,
  not_started: seenAs('not_started'),
  preheat: seenAs('preheat'),
  subscribing: seenAs('subscribing'),
  allocating: seenAs('ended', 'allocating'),
  // The first user waits.
  distributing: { ...seenAs('ended', 'distributing'), promised: 600 },
  ended: { ...seenAs('ended', 'distributed'), promised: 0, free: -600 },
  cancelled: { ...unseen, seen: { state: 'cancelled', progress: null } },
};

export class HttpIeoOffering implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #offerings: OperatedOfferings;
  readonly #client: pg.Client;
  readonly #hasPreheat: boolean;
  #id = '';
  /** Free tokens at the draft. */
  #freeBefore = 0;
  #stranger: TestUser | undefined;
  #raise: Promise<Envelope<IeoSubscription>> | undefined;
  #wanted: OfferingView = { phase: 'draft', ...VIEWS.draft };

  /** @param client holds rows of the server, so that an allocation and a distribution take as long as the path needs. */
  constructor(
    server: TestServer,
    path: Path,
    parts: { readonly offerings: OperatedOfferings; readonly client: pg.Client },
  ) {
    this.#server = server;
    this.#offerings = parts.offerings;
    this.#client = parts.client;
    this.#hasPreheat = path.steps.some(({ event }) => event.type.includes('untilPreheat'));
  }

  readonly expected = ({ snapshot }: Move): OfferingView => {
    const phase = phaseOf(snapshot);
    this.#wanted = { phase, ...VIEWS[phase] };
    return this.#wanted;
  };

  async start(): Promise<void> {
    await this.#client.query('begin');
    await this.#offerings.fund('1000');
    this.#id = await this.#offerings.draft({ hasPreheat: this.#hasPreheat });
    this.#freeBefore = await eventually(async () => {
      const { promised, free } = await this.#offerings.standing(this.#id);
      expect(promised, 'other offerings of the token have ended').toBe(0);
      return free;
    });
  }

  async send(sent: AnyEventObject): Promise<void> {
    const { type, by } = sent as IeoOfferingEvent;
    // The model has users whom the types of the machine refuse.
    if ((by.role as string) === 'person') return void (await this.#askAsUser(type));
    switch (type) {
      case 'offering.publish':
        return expect(await this.#offerings.publish(this.#id)).toBeUndefined();
      case 'offering.cancel':
        return expect(await this.#offerings.cancel(this.#id)).toBeUndefined();
      case 'allocation.stored':
        await this.#client.query('rollback to savepoint raise');
        return void dataOf(await ensure(this.#raise, 'a raise'));
      case 'all.distributed':
        return void (await this.#client.query('rollback'));
    }
  }

  async advance(delay: string): Promise<void> {
    if (delay === 'subscriptionLength') await this.#subscribe();
    await this.#offerings.passPhase();
  }

  async tryRefused(sent: AnyEventObject): Promise<boolean> {
    const { type, by } = sent as IeoOfferingEvent;
    if ((by.role as string) === 'person') {
      expect(await this.#askAsUser(type)).toBe(404);
      return true;
    }
    // The rounds of the server alone store an allocation and end a distribution.
    if (by.role === 'system' || type === 'allocation.stored') return false;
    const act = type === 'offering.publish' ? 'publish' : 'cancel';
    expect(await this.#offerings[act](this.#id)).toBe('already_decided');
    return true;
  }

  observe(): Promise<OfferingView> {
    return settledView(() => this.#read(), this.#wanted);
  }

  /** Lets all work end, and cancels an offering that is still open: its tokens do not move during the next path. */
  async end(): Promise<void> {
    await this.#client.query('rollback');
    await this.#raise;
    await this.#offerings.cancel(this.#id);
    await eventually(async () => {
      const { phase } = await this.#offerings.standing(this.#id);
      expect(phase).toMatch(/^(discarded|cancelled|ended)$/u);
    });
  }

  /** Two users subscribe. The first is not paid out yet, and the raise of the second has no answer yet. */
  async #subscribe(): Promise<void> {
    const offering = { id: this.#id };
    const hold = async (quantity: string) => {
      const user = await newUser(this.#server, { coins: { USDT: '250' } });
      const taken = await subscribeOffering(this.#server, user, { quantity, offering });
      const { id } = dataOf(taken);
      await this.#client.query(
        "select from lifecycles where kind = 'ieo-subscription' and id = $1 for update",
        [id],
      );
      return user;
    };
    await hold('200');
    await this.#client.query('savepoint raise');
    const user = await hold('200');
    this.#raise = subscribeOffering(this.#server, user, { quantity: '500', offering });
    await eventually(async () => {
      const { frozen } = await balanceOf(this.#server, user, 'USDT', FINANCIAL);
      expect(frozen).toBe('250');
    });
  }

  /** Calls the operators' route on the users' server. @returns the status. */
  async #askAsUser(type: IeoOfferingEvent['type']): Promise<number> {
    const { token } = (this.#stranger ??= await newUser(this.#server));
    const name = type === 'offering.publish' ? 'publishOffering' : 'cancelOffering';
    const { status } = await quickFetch(`${this.#server.origin}${OPERATOR_ENDPOINTS[name].path}`, {
      method: 'POST',
      headers: { authorization: token, ...newClientAddress() },
      body: new URLSearchParams({ id: this.#id, revision: '0', reason: 'as the test says' }),
    });
    return status;
  }

  async #read(): Promise<OfferingView> {
    const { phase, free, promised } = await this.#offerings.standing(this.#id);
    const offerings = dataOf(await this.#server.call('listOfferings', {}));
    const shown = offerings.find(({ id }) => id === this.#id);
    return {
      phase,
      seen: shown === undefined ? null : { state: shown.state, progress: shown.progress },
      promised,
      free: free - this.#freeBefore,
    };
  }
}

function phaseOf(snapshot: AnyMachineSnapshot): OfferingPhase {
  const meta = Object.values(snapshot.getMeta()).find((one) => one !== undefined);
  assert(meta !== undefined, 'each state of an offering has a phase');
  return (meta as { readonly phase: OfferingPhase }).phase;
}
