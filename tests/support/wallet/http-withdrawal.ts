/**
 * A withdrawal of a real server as a system of the path runner: its owner, operators and a chain with faults
 * on demand cause its events. Steps that the server takes together are checked at their end.
 */
import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { WithdrawalContext } from '../../../machines/domain/wallet/withdrawal.context.ts';
import type { WithdrawalEvent } from '../../../machines/domain/wallet/withdrawal.events.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { phaseInModel } from './phase-in-model.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { balanceOf } from '../users/balances.ts';
import { newWithdrawer, withdraw, withdrawalOf, type Withdrawer } from './wallet-users.ts';
import { newFaults } from '../ledger/new-faults.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { ChainControl } from '../custody/chain-control.ts';
import { foreignCall } from './foreign-call.ts';
import { eventually } from '../eventually.ts';

const SCALE = 18;
const COIN = 10n ** 18n;
const OWNER_IN_MODEL = 1;
const SIGNED_IN_MODEL = `0x${'ab'.repeat(32)}`;

interface Rest {
  readonly record: null | {
    readonly phase: string;
    readonly confirmations: number;
    readonly revision: number;
    readonly hash: 'none' | 'signed' | 'other';
    readonly reason: string | null;
    readonly reasonText: string | null;
  };
  readonly available: string;
  readonly frozen: string;
  readonly faults: readonly string[];
}
type Observation = Rest | 'under way';

const typesOf = ({ steps }: Path) => steps.map(({ event }) => event.type);

/** The reason why a path cannot be caused from outside; null if it can. */
export function withdrawalObstacle(path: Path): string | null {
  const types = typesOf(path);
  if (types.length === 0) return 'nobody sees what is only requested';
  if (types.includes('transaction.replaced')) return 'the development chain has no fees to raise';
  if (types.includes('transaction.failed')) return 'no transaction of the development chain fails';
  const isSigned = types.includes('transaction.signed');
  const isApproved = types.includes('withdrawal.approve');
  if (!isSigned && (isApproved || (isSmall(path) && types[0] === 'funds.held')))
    return 'what is approved is signed at once';
  if (types.includes('withdrawal.release')) return 'what is approved is signed at once';
  const doubted = types.indexOf('transaction.doubted');
  if (doubted > 0 && types[doubted - 1] !== 'transaction.signed')
    return 'on the way there the chain forgets it, and it is sent again';
  const depths = path.steps.flatMap(({ event }) =>
    event.type === 'transaction.confirmed' ? [Number(event['confirmations'])] : [],
  );
  const isFalling = depths.some((depth, index) => depth < (depths[index - 1] ?? 0));
  return isFalling ? 'the longer chain wins, not a shorter one' : null;
}

const isSmall = ({ start }: Path): boolean => {
  const { value, autoApproveBelow } = start.snapshot.context as WithdrawalContext;
  return BigInt(value) < BigInt(autoApproveBelow);
};

/** Makes an operator's decision. @returns an empty object, or one with the `error`. */
export type WithdrawalCommand = (command: {
  readonly name:
    | 'approve'
    | 'release'
    | 'reject'
    | 'confirm-sent'
    | 'declare-unsent'
    | 'rebroadcast';
  readonly withdrawalId: number;
  readonly operatorId: number;
  readonly more: Readonly<Record<string, unknown>>;
}) => Promise<unknown>;

const byControl =
  (server: TestServer): WithdrawalCommand =>
  ({ name, withdrawalId, operatorId, more }) =>
    server.control('POST', `/withdrawal/${name}`, {
      withdrawal_id: withdrawalId,
      operator_id: operatorId,
      ...more,
    });

export class HttpWithdrawal implements System {
  readonly target = 'http';
  readonly #server: TestServer;
  readonly #chain: ChainControl;
  readonly #path: Path;
  readonly #amount: bigint;
  /** The user's initial funds. */
  readonly #funds: bigint;
  #person: Withdrawer | undefined;
  readonly #stranger: () => Promise<string>;
  readonly #command: WithdrawalCommand;
  #id: string | undefined;
  #signedHash: string | null = null;
  #isOnNetwork = false;
  #depth = 0;
  #done = 0;
  /** True since the last step while events are tried that must change nothing. */
  #isTrying = false;
  /** Index of the last step that the server takes together with the steps before it. */
  #doneAtOnce = 0;

  constructor(
    server: TestServer,
    chain: ChainControl,
    path: Path,
    stranger: () => Promise<string>,
    command: WithdrawalCommand = byControl(server),
  ) {
    this.#server = server;
    this.#chain = chain;
    this.#path = path;
    this.#stranger = stranger;
    this.#command = command;
    this.#amount = BigInt((path.start.snapshot.context as WithdrawalContext).value);
    this.#funds = this.#amount * 2n;
  }

  async start(): Promise<void> {
    this.#person = await newWithdrawer(this.#server, { USDT: formatUnits(this.#funds, SCALE) });
  }

  async send(anyEvent: AnyEventObject): Promise<void> {
    const event = anyEvent as WithdrawalEvent;
    this.#done += 1;
    this.#isTrying = false;
    if (this.#done > this.#doneAtOnce) await this.#perform(event);
  }

  /** Only events of the owner and of operators have calls, and operators need an existing record. */
  async tryRefused(anyEvent: AnyEventObject): Promise<boolean> {
    const { type, by } = anyEvent as WithdrawalEvent;
    this.#isTrying = true;
    const { token } = ensure(this.#person, 'the person');
    const isSeen = this.#id !== undefined;
    if (type === 'withdrawal.cancel' && by.role === 'person') {
      const isOwner = by.userId === OWNER_IN_MODEL;
      const error = errorOf(await this.#cancel(isOwner ? token : await this.#stranger()));
      expect(error).toBe(isOwner && isSeen ? 'withdrawal_not_pending' : 'withdrawal_not_found');
      return true;
    }
    if (by.role === 'operator' && type in COMMANDS) {
      const { command, more } = COMMANDS[type as keyof typeof COMMANDS];
      if (isSeen) expect(await this.#ask(command, by.userId, more)).toEqual(ALREADY_DECIDED);
      return isSeen;
    }
    // No call lets a user act as chain, server or operator.
    if (by.role !== 'person') return false;
    const name = type
      .replace('.', '/')
      .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const fields = { id: this.#id ?? '1' };
    expect(await foreignCall(this.#server, token, name, fields)).toBe('route_not_found');
    const posing = { ...fields, role: 'operator', 'by[role]': 'operator' };
    expect(await foreignCall(this.#server, token, 'withdrawal/cancel', posing)).toBe(
      'invalid_request',
    );
    return true;
  }

  async advance(): Promise<void> {
    this.#done += 1;
    this.#isTrying = false;
    await this.#server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
    await this.#rests('manual_review');
  }

  async observe(): Promise<Observation> {
    if (this.isUnderWay) return 'under way';
    const person = ensure(this.#person, 'the person');
    const found =
      this.#id === undefined ? null : await withdrawalOf(this.#server, person, this.#id);
    const { available, frozen } = await balanceOf(this.#server, person, 'USDT');
    this.#signedHash ??= found?.transaction_hash ?? null;
    return {
      record: found && {
        phase: found.phase,
        confirmations: found.confirmations,
        revision: found.revision,
        hash: hashKind(found.transaction_hash, this.#signedHash),
        reason: found.reason,
        reasonText: found.reason_text,
      },
      available,
      frozen,
      // A tried event must book nothing; the next step verifies other bookings.
      faults: this.#isTrying ? [] : await newFaults(this.#server, this.#path, this.#done),
    };
  }

  /** The view of users by the model. */
  readonly expected = ({ snapshot }: Move): Observation => {
    if (this.isUnderWay) return 'under way';
    const context = snapshot.context as WithdrawalContext;
    const phase = phaseInModel(snapshot);
    const isSeen = phase !== 'requested' && phase !== 'refused';
    const isHeld = snapshot.hasTag('holding');
    const left = isHeld || phase === 'success' ? this.#amount : 0n;
    return {
      record: isSeen
        ? {
            phase,
            confirmations: context.confirmations,
            revision: context.revision,
            hash: hashKind(context.transactionHash, SIGNED_IN_MODEL),
            reason: context.reason,
            reasonText: context.reasonText,
          }
        : null,
      available: formatUnits(this.#funds - left, SCALE),
      frozen: formatUnits(isHeld ? this.#amount : 0n, SCALE),
      faults: [],
    };
  };

  /** Undefined before the withdrawal exists. */
  get id(): string | undefined {
    return this.#id;
  }

  /** True while the server is in a series of steps that it takes together. */
  get isUnderWay(): boolean {
    return this.#done < this.#doneAtOnce;
  }

  async #perform(event: WithdrawalEvent): Promise<void> {
    const id = this.#id ?? '';
    switch (event.type) {
      case 'funds.held':
      case 'funds.refused':
        return this.#create(event.type === 'funds.held');
      case 'withdrawal.approve':
        return this.#inOneGo(() => this.#decide('approve', event));
      case 'withdrawal.cancel':
        dataOf(await this.#cancel(ensure(this.#person, 'the person').token));
        return;
      case 'withdrawal.reject':
        return this.#decide('reject', event, { reason: event.reason, reason_text: event.text });
      case 'transaction.confirmed':
        if (this.#isOnNetwork) await this.#chain.mine(event.confirmations - this.#depth);
        else await this.#confirmFromElsewhere(event.confirmations);
        this.#depth = event.confirmations;
        return;
      case 'transaction.dropped':
        await this.#chain.reorganise(Math.max(this.#depth, 1), [ensure(this.#signedHash, 'hash')]);
        this.#depth = 0;
        await eventually(async () => expect(await this.#payments()).toHaveLength(1));
        return;
      case 'withdrawal.confirmSent':
        await this.#makeImpossible(event);
        return this.#decide('confirm-sent', event, { hash: event.hash });
      case 'withdrawal.declareUnsent':
        await this.#makeImpossible(event);
        return this.#decide('declare-unsent', event, { reason_text: event.text });
      case 'withdrawal.rebroadcast':
        await this.#chain.failBroadcasts('timeout_lost');
        await this.#decide('rebroadcast', event);
        return this.#rests('broadcasting');
      default:
        throw new Error(`nobody can bring about ${event.type} (${id}) over HTTP`);
    }
  }

  async #create(isCovered: boolean): Promise<void> {
    const person = ensure(this.#person, 'the person');
    const amount = formatUnits(isCovered ? this.#amount : this.#funds + COIN, SCALE);
    const ask = async () => {
      const created = await withdraw(this.#server, person, { amount });
      if (isCovered) this.#id = dataOf(created).id;
      else expect(errorOf(created)).toBe('insufficient_balance');
    };
    await (isCovered && isSmall(this.#path) ? this.#inOneGo(ask) : ask());
  }

  /** An approved withdrawal is signed and sent immediately, so the end of that is arranged before. */
  async #inOneGo(begin: () => Promise<void>): Promise<void> {
    const types = typesOf(this.#path);
    const signed = types.indexOf('transaction.signed');
    const next = types[signed + 1];
    const isAccepted = next === 'transaction.accepted';
    const isDoubted = next === 'transaction.doubted';
    this.#doneAtOnce = isAccepted || isDoubted ? signed + 2 : signed + 1;
    this.#isOnNetwork = isAccepted;
    if (!isAccepted) await this.#chain.failBroadcasts(isDoubted ? 'rejected' : 'timeout_lost');
    await begin();
    await this.#rests(isAccepted ? 'confirming' : isDoubted ? 'manual_review' : 'broadcasting');
  }

  async #rests(phase: string): Promise<void> {
    const person = ensure(this.#person, 'the person');
    await eventually(async () => {
      const found = await withdrawalOf(this.#server, person, ensure(this.#id, 'id'));
      expect(found.phase).toBe(phase);
      this.#signedHash ??= found.transaction_hash;
    });
  }

  async #decide(name: CommandName, { by }: WithdrawalEvent, more: Fields = {}): Promise<void> {
    expect(await this.#ask(name, by.userId, more)).toEqual({});
  }

  #ask(name: CommandName, operatorId: number, more: Fields = {}): Promise<unknown> {
    return this.#command({ name, withdrawalId: Number(this.#id ?? 1), operatorId, more });
  }

  /** Makes sure that the signed bytes can never pay. */
  async #makeImpossible({ by }: WithdrawalEvent): Promise<void> {
    const asked = await this.#ask('declare-unsent', by.userId, { reason_text: null });
    expect(asked).toEqual({ error: 'still_payable' });
    await this.#chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  }

  /** Mines the stored bytes on another node, so that this one never sees the transaction pending. */
  async #confirmFromElsewhere(confirmations: number): Promise<void> {
    await queryServer(
      this.#server,
      `with head as (select number, hash from development_blocks order by number desc limit 1),
       mined as (
         select n, head.number + n as number, head.hash as parent,
           '0x' || encode(sha256((head.hash || n)::bytea), 'hex') as hash
         from head, generate_series(1, $2::integer) as n),
       added as (
         insert into development_blocks (number, hash, parent_hash, mined_at_ms)
         select number, hash, coalesce(lag(hash) over (order by n), parent), 0 from mined)
       insert into development_transactions
         (hash, currency_id, from_address, to_address, amount, nonce, created_at_ms, block_number)
       select transaction_hash, currency_id, raw_transaction::json->>'from', address, amount - fee,
         (raw_transaction::json->>'nonce')::bigint, 0, (select number from mined where n = 1)
       from withdrawals where id = $1`,
      [this.#id, confirmations],
    );
    await this.#chain.catchUp();
    this.#isOnNetwork = true;
  }

  #payments() {
    return this.#chain.paymentsTo(ensure(this.#person, 'the person').address);
  }

  #cancel(token: string) {
    return this.#server.call('cancelWithdrawal', { id: this.#id ?? '1' }, { token });
  }
}

type CommandName = Parameters<WithdrawalCommand>[0]['name'];
type Fields = Readonly<Record<string, unknown>>;

const ALREADY_DECIDED = { error: 'already_decided' };
const COMMANDS = {
  'withdrawal.approve': { command: 'approve', more: {} },
  'withdrawal.release': { command: 'release', more: { fee_max_factor: 2 } },
  'withdrawal.reject': { command: 'reject', more: { reason: 'other', reason_text: 'No.' } },
  'withdrawal.confirmSent': { command: 'confirm-sent', more: { hash: `0x${'cd'.repeat(32)}` } },
  'withdrawal.declareUnsent': { command: 'declare-unsent', more: { reason_text: null } },
  'withdrawal.rebroadcast': { command: 'rebroadcast', more: {} },
} as const;

function hashKind(hash: string | null, signed: string | null): 'none' | 'signed' | 'other' {
  if (hash === null) return 'none';
  return hash === signed ? 'signed' : 'other';
}
