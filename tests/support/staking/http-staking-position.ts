/** A staking position over HTTP as a system of the path runner; the test moves the clock of its server. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import type { StakingPositionEvent } from '../../../machines/domain/staking/staking-position.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../users/balances.ts';
import { newUser, type TestUser } from '../users/test-user.ts';
import { subscribe } from './staking-users.ts';

/** Position and accounts as the owner sees them. */
interface PositionView {
  readonly state: StakingPosition['state'] | null;
  /** Account of the principal. */
  readonly principal: 'spot' | 'financial' | 'transit';
}

const PRINCIPAL = '1000';

/** Returns the reason why no caller can bring the path about; null for the others. */
export const stakingObstacle = ({ steps }: Path): string | null =>
  steps.some(
    ({ event }) => (event as { readonly refusal?: string }).refusal === 'service_unavailable',
  )
    ? 'no call stops the writer of spot accounts'
    : null;

export class HttpStakingPosition implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  #user: TestUser | undefined;
  #position: StakingPosition | undefined;
  #wanted: PositionView = { state: null, principal: 'spot' };

  constructor(server: TestServer) {
    this.#server = server;
  }

  readonly expected = ({ snapshot }: Move): PositionView => {
    this.#wanted = viewOf(snapshot);
    return this.#wanted;
  };

  async start(): Promise<void> {
    this.#user = await newUser(this.#server, { coins: { USDT: PRINCIPAL } });
  }

  async send(sent: AnyEventObject): Promise<void> {
    const event = sent as StakingPositionEvent;
    const user = ensure(this.#user, 'a user');
    switch (event.type) {
      case 'principal.paid':
        this.#position = dataOf(await subscribe(this.#server, user, { amount: PRINCIPAL }));
        return;
      case 'principal.refused': {
        const answer = await subscribe(this.#server, user, { amount: '1000.1' });
        assert(errorOf(answer) === 'insufficient_balance', 'the balance is too small');
        return;
      }
      case 'cycle.completed':
        await this.#server.holdClock(ensure(this.#position, 'a position').ends_at);
    }
  }

  advance(delay: string): never {
    throw new Error(`a staking position has no delay ${delay}`);
  }

  observe(): Promise<PositionView> {
    return settledView(() => this.#read(), this.#wanted);
  }

  async #read(): Promise<PositionView> {
    // A moved clock has ended the session of the user.
    const { email } = ensure(this.#user, 'a user');
    const token = dataOf(await signIn(this.#server, email)).accessToken;
    const { positions } = dataOf(await this.#server.call('listStakingPositions', {}, { token }));
    const { frozen } = await balanceOf(this.#server, { token }, 'USDT', FINANCIAL);
    const { available } = await balanceOf(this.#server, { token }, 'USDT', SPOT);
    const elsewhere = available === '0' ? 'transit' : 'spot';
    return {
      state: positions[0]?.state ?? null,
      principal: frozen === PRINCIPAL ? 'financial' : elsewhere,
    };
  }
}

function viewOf({ value }: AnyMachineSnapshot): PositionView {
  if (value === 'inEffect') return { state: 'in_effect', principal: 'financial' };
  return { state: value === 'expired' ? 'expired' : null, principal: 'spot' };
}
