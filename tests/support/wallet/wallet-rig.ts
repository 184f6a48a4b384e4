/** Deposits and withdrawals over a database of the test, with a chain and users that the test controls. */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { NO_DEADLINE } from '../../../server/kit/http/deadline.ts';
import { KeptVerifier } from '../../../server/ledger/kept-verifier.ts';
import type {
  ChainListener,
  Custody,
  WalletCoin,
} from '../../../server/areas/custody/custody.area.ts';
import type { Database, DatabaseAddress, Executor } from '../../../server/kit/db/database.ts';
import type { Equivalents } from '../../../server/areas/market/market.area.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import type { Notice } from '../../../server/kit/notify/notices.types.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';
import { createLog } from '../../../server/kit/log.ts';
import type { WrittenPostings } from '../../../server/ledger/writer/written-postings.ts';
import { syncSpotMarketRows, type SpotExchange } from '../../../server/areas/spot/spot.area.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { DamagedWithdrawals } from '../../../server/areas/wallet/damaged-withdrawals.ts';
import { Deposits, type DepositParts } from '../../../server/areas/wallet/deposits.ts';
import { OwingUsers } from '../../../server/areas/wallet/owing-users.ts';
import type { WalletRules } from '../../../server/areas/wallet/wallet-rules.ts';
import { createWalletWire } from '../../../server/areas/wallet/wallet-wire.ts';
import { WithdrawalBroadcasts } from '../../../server/areas/wallet/withdrawal-broadcasts.ts';
import type { GateError, GateParts } from '../../../server/areas/wallet/withdrawal-gate.ts';
import { WithdrawalSeals } from '../../../server/areas/wallet/withdrawal-seals.ts';
import { createWithdrawalReview } from '../../../server/areas/wallet/withdrawal-review.ts';
import { Withdrawals } from '../../../server/areas/wallet/withdrawals.ts';
import { openHealth } from '../custody/chain-database.ts';
import { keepingBlocks } from './kept-blocks.ts';
import { findingAll } from './proven-deposits.ts';
import type { LeverServer } from '../lever/lever-server.ts';
import { BTC_USDT, COIN, NOW, USDT } from '../spot/spot-exchange.ts';
import { ScriptedChain } from '../custody/scripted-chain.ts';
import { silentJobs } from '../silent-jobs.ts';
import { openTransferServer } from './transfer-server.ts';
import type { TransferServer } from './transfer-server.ts';

const CURRENCY = { id: USDT, code: 'USDT', name: 'Tether', scale: 18 };
/** A second currency, which is worth as much. */
export const BTC = 2;
const ALL = [CURRENCY, { id: BTC, code: 'BTC', name: 'Bitcoin', scale: 18 }];
export const CURRENCIES = {
  all: ALL,
  byId: (id: number) => ALL.find((one) => one.id === id),
  byCode: (code: string) => ALL.find((one) => one.code === code),
};
/** Every coin is worth itself. */
export const EQUIVALENTS: Equivalents = {
  of: (amount) => amount,
  atMost: (amount) => amount,
  atLeast: (amount) => amount,
  inLimit: (amount) => amount,
  untilLimit: (amount) => amount,
};

export const RULES: WalletRules = {
  creditConfirmations: 2,
  unlockConfirmations: 3,
  withdrawalConfirmations: 3,
  dailyLimit: 1_000_000n * COIN,
  autoApproveBelow: 1_000n * COIN,
  broadcastTimeoutMs: 600_000,
  raiseFeeAfterMs: 180_000,
};
/** Minimum of deposits; that of withdrawals, whose fee is one coin too, is two. */
export const MINIMUM = COIN;

/** Id of the address that {@link WalletRig.withdraw} pays. */
const OUTSIDE = 'outside';
let keys = 0;
/** The only session of a user of the rig. */
export const sessionOf = (userId: number): string =>
  `00000000-0000-4000-8000-${String(userId).padStart(12, '0')}`;

const COIN_ROW: Omit<WalletCoin, 'chain'> = {
  currencyId: USDT,
  decimals: 18,
  contractAddress: null,
  canDeposit: true,
  canWithdraw: true,
  minDeposit: MINIMUM,
  minWithdrawal: 2n * COIN,
  withdrawalFee: COIN,
  chainName: 'Scripted chain',
  hasFaucet: false,
};

export class WalletRig {
  /** Fee of withdrawals requested from now on. */
  withdrawalFee = COIN_ROW.withdrawalFee;
  /** Decimals of the coin on the chains of the rig. */
  decimals = COIN_ROW.decimals;
  readonly database: Database;
  readonly exchange: SpotExchange;
  readonly lever: LeverServer;
  readonly postings: WrittenPostings;
  /** Finds every deposit. */
  /** Keeps the reported blocks. */
  readonly deposits: ChainListener;
  readonly withdrawals: Withdrawals;
  readonly broadcasts: WithdrawalBroadcasts;
  readonly review: ReturnType<typeof createWithdrawalReview>;
  readonly lifecycles: ReturnType<typeof createLifecycles>;
  readonly published: { readonly userId: number; readonly event: UserEvent }[] = [];
  readonly mails: { readonly userId: number; readonly notice: Notice }[] = [];
  /** The halts of the rig's chains. */
  readonly health: Custody['health'];
  /** The caps on unsettled credit. */
  readonly caps = { perUser: 1_000_000_000n * COIN, total: 1_000_000_000n * COIN };
  readonly owing: OwingUsers;
  /** The reported health of the ledger. */
  isConsistent = true;
  /** The comparison of deposits with their chains; it finds every deposit until a test sets another. */
  comparison: ReturnType<typeof findingAll>;
  readonly #verifier: KeptVerifier;
  readonly #chains = new Map<string, ScriptedChain>();
  readonly #close: () => Promise<void>;
  #now = NOW;
  #people = 0;
  #verified: { readonly written: string; readonly faults: readonly string[] } = {
    written: '',
    faults: [],
  };

  static async open(
    address: DatabaseAddress,
    rules: WalletRules = RULES,
    purchaseHoldMs = 0,
  ): Promise<WalletRig> {
    const server = await openTransferServer(address);
    const { database } = server.spot;
    await database.execute(sql`
      insert into currencies values (1, 'USDT', 'Tether', 18), (2, 'BTC', 'Bitcoin', 18)`);
    await syncSpotMarketRows(database, [BTC_USDT]);
    return new WalletRig(address, server, { rules, purchaseHoldMs });
  }

  private constructor(
    address: DatabaseAddress,
    server: TransferServer,
    { rules, purchaseHoldMs }: Pick<GateParts, 'rules' | 'purchaseHoldMs'>,
  ) {
    const { database, exchange, postings } = server.spot;
    this.lever = server.lever;
    this.comparison = findingAll(database);
    this.#verifier = new KeptVerifier(address, ledgerBook('any'));
    this.database = database;
    this.exchange = exchange;
    this.postings = postings;
    const log = createLog('silent');
    const clock = { now: () => this.#now };
    const jobs = silentJobs();
    this.lifecycles = createLifecycles({ database, clock, log, jobs, pollMs: 3_600_000 });
    this.health = openHealth({ database, clock, log });
    const custody = this.#custody();
    this.owing = new OwingUsers(database);
    const parts = {
      database,
      caps: this.caps,
      owing: this.owing,
      spotView: exchange,
      spotCommands: exchange,
      postings,
      transfers: server.with({ owing: this.owing }),
      contracts: this.lever.contracts,
      clock,
      log,
      rules,
      custody,
      comparison: {
        confirm: (...asked: Parameters<DepositParts['comparison']['confirm']>) =>
          this.comparison.confirm(...asked),
      },
      coins: custody.coins,
      currencies: CURRENCIES,
      equivalents: EQUIVALENTS,
      purchaseHoldMs,
      damaged: new DamagedWithdrawals({ clock, log }),
      seals: new WithdrawalSeals(new Seal('a secret of the rig, of forty-three characters or so')),
      lifecycles: this.lifecycles,
      wire: createWalletWire(CURRENCIES, rules),
      updates: {
        publish: (userId: number, event: UserEvent) => void this.published.push({ userId, event }),
      },
      notices: {
        put: (_tx: Executor, userId: number, notice: Notice) => {
          this.mails.push({ userId, notice });
          return Promise.resolve();
        },
        lookSoon: () => {},
      },
      health: { isConsistent: () => this.isConsistent, faults: () => [] },
      security: {
        checkPayPassword: () => Promise.resolve(ok(null)),
        checkGoogleCode: () => Promise.resolve(ok(null)),
        withdrawalHold: () => Promise.resolve(null),
      },
    };
    this.deposits = keepingBlocks(database, new Deposits(parts));
    const wakeChain = (chain: string) => this.broadcasts.wake(chain);
    this.withdrawals = new Withdrawals({ ...parts, keyed: parts.database, wakeChain });
    const { withdrawals } = this;
    this.broadcasts = new WithdrawalBroadcasts({ ...parts, withdrawals });
    this.review = createWithdrawalReview({ ...parts, withdrawals });
    this.#close = server.close;
  }

  get now(): number {
    return this.#now;
  }

  #custody(): Pick<Custody, 'chains' | 'coins' | 'health'> {
    return {
      chains: this.#chains,
      health: this.health,
      coins: {
        list: () => Promise.resolve([]),
        find: (currencyId, chain) =>
          Promise.resolve(
            CURRENCIES.byId(currencyId)
              ? ok({ ...this.#coinOn(chain), currencyId })
              : refuse('currency_not_found'),
          ),
      },
    };
  }

  #coinOn(chain: string): WalletCoin {
    const { withdrawalFee, decimals } = this;
    return { ...COIN_ROW, withdrawalFee, decimals, chain };
  }

  /** Advances the clock and fires ended delays. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    await this.lifecycles.fireDue();
  }

  /** A chain that no other test uses. */
  newChain(): ScriptedChain {
    const chain = new ScriptedChain(`chain-${this.#chains.size + 1}`);
    this.#chains.set(chain.name, chain);
    return chain;
  }

  /** Removes the chain, as a start without it in the configuration would. */
  removeChain({ name }: ScriptedChain): void {
    this.#chains.delete(name);
  }

  /** Id of a new user with that balance. */
  async newPerson(amount = 0n): Promise<number> {
    const name = `person-${++this.#people}`;
    const { rows } = await this.database.execute<{ id: number }>(sql`
      insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
      values (${name}, ${`${name}@example.org`}, '', ${name}, 'en-US', 0) returning id`);
    const { id } = ensure(rows[0], 'id of a person');
    await this.database.execute(sql`
      insert into sessions (id, user_id, created_at_ms, rotated_at_ms, address, user_agent)
      values (${sessionOf(id)}, ${id}, 0, 0, '', '')`);
    if (amount > 0n)
      await this.exchange.grant({
        ownerId: id,
        currencyId: USDT,
        amount: units(amount),
        requestId: 'r',
        now: NOW,
      });
    await this.exchange.loadBalances(id);
    return id;
  }

  /** Requests a withdrawal of a user on the chain. @returns its id; null if it is rejected. */
  async withdraw(userId: number, chain: string, amount: bigint): Promise<number | null> {
    const created = await this.request(userId, chain, amount);
    return created.ok ? created.value : null;
  }

  /** Like {@link withdraw}, in the user's only session. */
  async request(userId: number, chain: string, amount: bigint): Promise<Result<number, GateError>> {
    const { rows } = await this.database.execute<{ id: string }>(sql`
      insert into withdrawal_addresses (user_id, currency_id, chain, address, label, created_at_ms)
      values (${userId}, ${USDT}, ${chain}, ${OUTSIDE}, '', 0)
      on conflict (user_id, currency_id, chain, address) where removed_at_ms is null
      do update set label = '' returning id::text`);
    const created = await this.withdrawals.create({
      userId,
      sessionId: sessionOf(userId),
      isVerified: true,
      idempotencyKey: ok(`key-of-the-rig-${++keys}`),
      deadline: NO_DEADLINE,
      addressId: Number(ensure(rows[0], 'id of an address').id),
      amount: formatUnits(amount, CURRENCY.scale),
      payPassword: '',
      googleCode: '',
      requestId: 'r',
      now: this.#now,
    });
    return created.ok ? ok(created.value.id) : created;
  }

  balance(userId: number): { readonly available: bigint; readonly frozen: bigint } {
    const { available = 0n, frozen = 0n } = this.exchange.balances(userId)[0] ?? {};
    return { available, frozen };
  }

  /** Faults of the whole ledger. */
  async faults(): Promise<readonly string[]> {
    return (await this.#verifier.verify()).faults;
  }

  /** Faults of the rows since the last verification. */
  async newFaults(): Promise<readonly string[]> {
    const { rows } = await this.database.execute<{ written: string }>(sql`
      select concat_ws(' ', (select count(*) from ledger_movements), (select count(*) from spot_postings),
        (select sum(revision) from deposits), (select sum(revision) from withdrawals),
        (select sum(available) from ledger_accounts where account_type <> 100)) as written`);
    const { written } = ensure(rows[0], 'counts');
    if (written !== this.#verified.written)
      this.#verified = { written, faults: (await this.#verifier.verifyRecent()).faults };
    return this.#verified.faults;
  }

  async close(): Promise<void> {
    await this.broadcasts.stop();
    await this.lifecycles.stop();
    await this.#verifier.close();
    await this.#close();
  }
}
