/** A deposit of a real server as a system of the path runner: blocks and reorganizations cause its events. */
import { expect } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import type { DepositContext } from '../../../machines/domain/wallet/deposit.context.ts';
import type { DepositEvent } from '../../../machines/domain/wallet/deposit.events.ts';
import type { depositMachine } from '../../../machines/domain/wallet/deposit.machine.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { depositPhase, depositState } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { newTrader, type TestUser } from '../users/test-user.ts';
import { balanceOf } from '../users/balances.ts';
import { newFaults } from '../ledger/new-faults.ts';
import { depositsOf } from './wallet-users.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { ChainControl } from '../custody/chain-control.ts';
import { foreignCall } from './foreign-call.ts';

const SCALE = 18;

interface Observation {
  readonly deposit: {
    readonly phase: string;
    readonly state: string;
    readonly confirmations: number;
    readonly revision: number;
  };
  readonly available: string;
  readonly faults: readonly string[];
}

/** The reason why a path cannot be caused from outside; null if it can. */
export function depositObstacle({ steps }: Path): string | null {
  const events = steps.map(({ event }) => event as DepositEvent);
  if (events.some((event) => 'isOverCap' in event)) return 'the caps are those of all users';
  const blocks = events.flatMap((event) =>
    event.type === 'output.confirmed' ? [event.blockNumber] : [],
  );
  if (new Set(blocks).size > 1) return 'it leaves its block by a reorganisation that removes it';
  const depths = events.flatMap((event) =>
    event.type === 'output.confirmed' ? [event.confirmations] : [],
  );
  const isFalling = depths.some((depth, index) => depth < (depths[index - 1] ?? 0));
  return isFalling ? 'the longer chain wins, not a shorter one' : null;
}

export class HttpDeposit implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #chain: ChainControl;
  readonly #path: Path;
  readonly #amount: bigint;
  #person: TestUser = { email: '', token: '' };
  #hash = '';
  #depth = 0;
  #done = 0;
  #isForgotten = false;
  /** True since the last step while events are tried that must change nothing. */
  #isTrying = false;

  constructor(server: TestServer, chain: ChainControl, path: Path, amount: bigint) {
    this.#server = server;
    this.#chain = chain;
    this.#path = path;
    this.#amount = amount;
  }

  async start(): Promise<void> {
    this.#person = await newTrader(this.#server);
    this.#hash = await this.#chain.deposit(
      this.#person.token,
      'USDT',
      formatUnits(this.#amount, SCALE),
    );
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as DepositEvent;
    this.#done += 1;
    this.#isTrying = false;
    if (event.type === 'output.vanished') {
      await (this.#depth === 0
        ? this.#giveUp()
        : this.#chain.reorganise(this.#depth, [this.#hash]));
      this.#depth = 0;
      this.#isForgotten = true;
    } else {
      if (this.#isForgotten) await this.#chain.sendAgain(this.#hash);
      this.#isForgotten = false;
      await this.#chain.mine(event.confirmations - this.#depth);
      this.#depth = event.confirmations;
    }
  }

  /** No call confirms or removes a deposit, and the chain takes no request from users. */
  async tryRefused(anyEvent: AnyEventObject): Promise<boolean> {
    const { type, by } = anyEvent as DepositEvent;
    this.#isTrying = true;
    if (by.role === 'chain') return false;
    const name = type === 'output.confirmed' ? 'deposit/confirm' : 'deposit/reverse';
    const fields = { id: (await this.#find()).id };
    expect(await foreignCall(this.#server, this.#person.token, name, fields)).toBe(
      'route_not_found',
    );
    return true;
  }

  advance(delay: string): never {
    throw new Error(`a deposit has no delay ${delay}`);
  }

  async observe(): Promise<Observation> {
    const { phase, state, confirmations, revision } = await this.#find();
    const { available } = await balanceOf(this.#server, this.#person, 'USDT');
    return {
      deposit: { phase, state, confirmations, revision },
      available,
      // A tried event must book nothing; the next step verifies other bookings.
      faults: this.#isTrying ? [] : await newFaults(this.#server, this.#path, this.#done),
    };
  }

  /** The view of users by the model. */
  readonly expected = ({ snapshot }: Move): Observation => {
    const phase = depositPhase(snapshot as SnapshotFrom<typeof depositMachine>);
    const { confirmations, revision, amount } = snapshot.context as DepositContext;
    const isIn = phase === 'credited' || phase === 'settled';
    return {
      deposit: { phase, state: depositState(phase), confirmations, revision },
      available: isIn ? formatUnits(BigInt(amount), SCALE) : '0',
      faults: [],
    };
  };

  async #giveUp(): Promise<void> {
    await this.#chain.forget(this.#hash);
    await this.#chain.giveUp();
  }

  async #find(): Promise<Deposit> {
    return ensure((await depositsOf(this.#server, this.#person))[0], 'the deposit');
  }
}
