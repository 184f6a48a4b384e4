/** A record of a user's money on its owner's page, as a system of the path runner. */
import { readFileSync } from 'node:fs';
import type { AnyEventObject, AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { cycleEndOf, firstDayOf, paidAtOf } from '../../../contract/figures/staking.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { Deposit, DepositPhase, Withdrawal } from '../../../contract/wallet/wallet.ts';
import type { WithdrawalPhase } from '../../../contract/wallet/wallet.ts';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { StakingState } from '../../../contract/staking/staking-kinds.ts';
import type { StakingPositionDetail } from '../../../contract/staking/staking.ts';
import type { UserEventOf } from '../../../contract/user-records.ts';
import type { StakingPositionContext } from '../../../machines/domain/staking/staking-position.context.ts';
import type { DepositContext } from '../../../machines/domain/wallet/deposit.context.ts';
import type { depositMachine } from '../../../machines/domain/wallet/deposit.machine.ts';
import type { WithdrawalContext } from '../../../machines/domain/wallet/withdrawal.context.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import {
  depositPhase,
  depositState,
  withdrawalState,
} from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { settledView } from '../pages/settled-view.ts';
import { visit } from '../pages/visit.ts';
import { phaseInModel } from './phase-in-model.ts';
import { ieoRecord, ieoShown } from './ieo-record.ts';
import type { ScriptedPage } from './scripted-page.ts';

/** Null while no page can show it. */
type Observation = null | {
  readonly state: string;
  readonly confirmations: string | null;
  readonly refusal: string | null;
  /** True if the button is there. */
  readonly canCancel: boolean;
};

interface Texts {
  readonly deposit: { readonly phase: Readonly<Record<DepositPhase, string>> };
  readonly withdrawal: {
    readonly phase: Readonly<Record<WithdrawalPhase, string>>;
    readonly reason: Readonly<Record<string, string>>;
  };
}
const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/wallet.json', import.meta.url), 'utf8'),
) as Texts;

const stakingTexts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/staking.json', import.meta.url), 'utf8'),
) as { readonly state: Readonly<Record<StakingState, string>> };

const HASH = `0x${'ab'.repeat(32)}`;
const COMMON = {
  currency_id: 1,
  currency_code: 'USDT',
  chain: 'development',
  address: 'dev1somewhere',
  amount: '50',
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
};

type Shown = Deposit | Withdrawal | StakingPositionDetail | IeoSubscription;

let records = 0;

/** One kind of record on the wire and on its page, as far as the path has come. */
interface Kind<RecordType> {
  readonly kind: 'deposit' | 'withdrawal' | 'staking_position' | 'ieo_subscription';
  /** Path of the call that reads it. */
  readonly read: string;
  readonly path: string;
  /** Null while no user can see it. */
  record(snapshot: AnyMachineSnapshot, id: string): RecordType | null;
  shown(snapshot: AnyMachineSnapshot): Observation;
}

const DEPOSIT: Kind<Deposit> = {
  kind: 'deposit',
  read: 'deposit/detail',
  path: '/recharge-record',
  record(snapshot, id) {
    const context = snapshot.context as DepositContext;
    const phase = depositPhaseOf(snapshot);
    return {
      ...COMMON,
      id,
      transaction_hash: HASH,
      state: depositState(phase),
      phase,
      confirmations: context.confirmations,
      credit_confirmations: context.creditConfirmations,
      unlock_confirmations: context.unlockConfirmations,
      revision: context.revision,
    };
  },
  shown(snapshot) {
    const { confirmations, unlockConfirmations } = snapshot.context as DepositContext;
    const phase = depositPhaseOf(snapshot);
    return {
      state: texts.deposit.phase[phase],
      confirmations:
        phase === 'below_minimum'
          ? null
          : `${confirmations} of ${unlockConfirmations} confirmations`,
      refusal: null,
      canCancel: false,
    };
  },
};

const depositPhaseOf = (snapshot: AnyMachineSnapshot): DepositPhase =>
  depositPhase(snapshot as SnapshotFrom<typeof depositMachine>);

const WITHDRAWAL: Kind<Withdrawal> = {
  kind: 'withdrawal',
  read: 'withdrawal/detail',
  path: '/withdrawal-record',
  record(snapshot, id) {
    const context = snapshot.context as WithdrawalContext;
    const phase = seenPhase(snapshot);
    return (
      phase && {
        ...COMMON,
        id,
        fee: '1',
        arrival_amount: '49',
        state: ensure(withdrawalState(phase), 'a state that people see'),
        phase,
        transaction_hash: context.transactionHash,
        confirmations: context.confirmations,
        required_confirmations: context.requiredConfirmations,
        reason: context.reason,
        reason_text: context.reasonText,
        revision: context.revision,
      }
    );
  },
  shown(snapshot) {
    const context = snapshot.context as WithdrawalContext;
    const { confirmations, requiredConfirmations, reason, ownerId } = context;
    const phase = seenPhase(snapshot);
    const by = { role: 'person', userId: ownerId };
    return (
      phase && {
        state: texts.withdrawal.phase[phase],
        confirmations:
          phase === 'confirming'
            ? `${confirmations} of ${requiredConfirmations} confirmations`
            : null,
        refusal: reason && ensure(texts.withdrawal.reason[reason], reason),
        canCancel: snapshot.can({ type: 'withdrawal.cancel', by }),
      }
    );
  },
};

/** Null for a withdrawal that is only requested, or that no balance covers. */
function seenPhase(snapshot: AnyMachineSnapshot): WithdrawalPhase | null {
  const phase = phaseInModel(snapshot);
  return phase === 'requested' || phase === 'refused' ? null : phase;
}

const STAKING_SCALE = 18;
/** Earnings of one day, as text and in units. */
const DAILY = '0.0068493';
const DIVIDEND = ensure(parseUnits(DAILY, STAKING_SCALE), 'a dividend');

const STAKING: Kind<StakingPositionDetail> = {
  kind: 'staking_position',
  read: 'staking/detail',
  path: '/storage-currency-history',
  record(snapshot, id) {
    const state = stakingStateOf(snapshot);
    const { cycleDays } = snapshot.context as StakingPositionContext;
    const paidDays = state === 'expired' ? cycleDays : 0;
    const firstDayMs = firstDayOf(COMMON.created_at);
    return (
      state && {
        id,
        product_id: 1,
        currency_id: 1,
        currency_code: 'USDT',
        scale: STAKING_SCALE,
        state,
        amount: '50',
        daily_ppb: 136_986,
        daily_dividend: DAILY,
        cycle_days: cycleDays,
        paid_days: paidDays,
        earned: formatUnits(DIVIDEND * BigInt(paidDays), STAKING_SCALE),
        promised: formatUnits(DIVIDEND * BigInt(cycleDays), STAKING_SCALE),
        subscribed_at: COMMON.created_at,
        first_day_at: firstDayMs,
        ends_at: cycleEndOf(firstDayMs, cycleDays),
        revision: paidDays + 2,
        updated_at: COMMON.updated_at,
        dividends: Array.from({ length: paidDays }, (_, index) => ({
          day_at: firstDayMs + index * DAY_MS,
          amount: DAILY,
          paid_at: paidAtOf(firstDayMs, index),
        })).toReversed(),
      }
    );
  },
  shown(snapshot) {
    const state = stakingStateOf(snapshot);
    return (
      state && {
        state: stakingTexts.state[state],
        confirmations: null,
        refusal: null,
        canCancel: false,
      }
    );
  },
};

/** Null for a position that is only requested, or that no balance covers. */
function stakingStateOf({ value }: AnyMachineSnapshot): StakingState | null {
  if (value === 'inEffect') return 'in_effect';
  return value === 'expired' ? 'expired' : null;
}

const IEO: Kind<IeoSubscription> = {
  kind: 'ieo_subscription',
  read: 'ieo/subscription',
  path: '/ieo-history',
  record: ieoRecord,
  shown(snapshot) {
    const state = ieoShown(snapshot);
    return state === null ? null : { state, confirmations: null, refusal: null, canCancel: false };
  },
};

/**
 * The model plays the server: after each step its state is pushed to the page, as the server would. The
 * owner's steps happen on the page.
 */
export class PageRecord implements System {
  readonly target = 'page';
  readonly #scripted: ScriptedPage;
  readonly #kind: Kind<Shown>;
  readonly #id = String((records += 1));
  #event: AnyEventObject | null = null;
  #record: Shown | null = null;
  #wanted: Observation = null;
  #isOpen = false;

  static deposit = (scripted: ScriptedPage): PageRecord => new PageRecord(scripted, DEPOSIT);
  static withdrawal = (scripted: ScriptedPage): PageRecord => new PageRecord(scripted, WITHDRAWAL);

  static staking = (scripted: ScriptedPage): PageRecord => new PageRecord(scripted, STAKING);

  static ieo = (scripted: ScriptedPage): PageRecord => new PageRecord(scripted, IEO);

  private constructor(scripted: ScriptedPage, kind: Kind<Shown>) {
    this.#scripted = scripted;
    this.#kind = kind;
  }

  async start(): Promise<void> {
    await this.#scripted.answer(this.#kind.read, () => this.#record);
    await this.#scripted.answer('withdrawal/cancel', () => this.#record);
  }

  send(event: AnyEventObject): void {
    this.#event = event;
  }

  advance(): void {
    this.#event = null;
  }

  async observe(): Promise<Observation> {
    if (this.#record === null) return null;
    await this.#bringAbout(this.#record);
    return settledView(() => this.#read(), this.#wanted);
  }

  readonly expected = ({ snapshot }: Move): Observation => {
    this.#record = this.#kind.record(snapshot, this.#id);
    this.#wanted = this.#kind.shown(snapshot);
    return this.#wanted;
  };

  async #bringAbout(record: Shown): Promise<void> {
    const { page } = this.#scripted;
    if (!this.#isOpen) {
      await visit(page, `${this.#kind.path}?id=${this.#id}`);
      await page
        .locator('dt:text-is("Record number") + dd')
        .getByText(this.#id, { exact: true })
        .waitFor();
      this.#isOpen = true;
      return;
    }
    if (this.#event?.type === 'withdrawal.cancel') {
      await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
      await page.getByTestId('cancel-withdrawal').click();
    }
    const { kind } = this.#kind;
    await this.#scripted.tell({ kind, record } as UserEventOf<typeof kind>);
  }

  async #read(): Promise<Observation> {
    return this.#scripted.page.evaluate(() => {
      const textOf = (name: string) =>
        document.querySelector(`[role=dialog] [data-testid=${name}]`)?.textContent ?? null;
      return {
        state: textOf('record-state') ?? '',
        confirmations: textOf('confirmations'),
        refusal: textOf('refusal'),
        canCancel: [...document.querySelectorAll('[role=dialog] button')].some(
          ({ textContent }) => textContent === 'Cancel withdrawal',
        ),
      };
    });
  }
}
