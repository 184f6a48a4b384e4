/** An offering of tokens on its page, as a system of the path runner. */
import { readFileSync } from 'node:fs';
import type { AnyMachineSnapshot } from 'xstate';
import type { OfferingDetail } from '../../../contract/ieo/ieo.ts';
import {
  isSeenPhase,
  type OfferingPhase,
  type OfferingState,
} from '../../../contract/ieo/ieo-kinds.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import { visit } from '../pages/visit.ts';
import type { ScriptedPage } from '../wallet/scripted-page.ts';

type OfferingProgress = NonNullable<OfferingDetail['progress']>;

const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/ieo.json', import.meta.url), 'utf8'),
) as {
  readonly phase: Readonly<Record<OfferingState, string>>;
  readonly progress: Readonly<Record<OfferingProgress, string>>;
};

/** Null for a draft and a discarded one, which no page shows. */
type Observation = null | {
  readonly phase: string;
  readonly progress: string | null;
  /** True if the form is there. */
  readonly canSubscribe: boolean;
};

const SOON = Date.now() + HOUR_MS;
let offerings = 0;

/** Returns an offering on the wire whose step is a token at the price of one USDT. */
export const shownOffering = (
  id: string,
  { state, ...changed }: Pick<OfferingDetail, 'state'> & Partial<OfferingDetail>,
): OfferingDetail => ({
  id,
  token_currency_id: 901,
  token_code: 'LUM',
  token_name: 'Lumen',
  token_scale: 8,
  pay_currency_id: 1,
  pay_code: 'USDT',
  pay_scale: 18,
  issue_price: '1',
  step: '1',
  step_price: '1',
  state,
  progress: null,
  offered: '1000',
  quantity_min: '1',
  quantity_max: '100',
  cap: '100',
  yield_ppm: null,
  preheat_at: SOON,
  opens_at: SOON,
  closes_at: SOON,
  subscribed: '0',
  subscribers: 0,
  allocated: null,
  revision: 1,
  demand: [],
  proof: null,
  ...changed,
});

/** The model plays the server: after each step the page gets the offering in its new phase. */
export class PageOffering implements System {
  readonly target = 'page';
  readonly #scripted: ScriptedPage;
  readonly #id = String((offerings += 1));
  #phase: OfferingPhase = 'draft';
  #revision = 1;
  #wanted: Observation = null;
  #isOpen = false;

  constructor(scripted: ScriptedPage) {
    this.#scripted = scripted;
  }

  async start(): Promise<void> {
    await this.#scripted.answer('ieo/detail', () => this.#detail());
    await this.#scripted.answer('ieo/subscriptions', () => ({ subscriptions: [], next: null }));
  }

  send(): void {}

  advance(): void {}

  async observe(): Promise<Observation> {
    if (this.#wanted === null) return null;
    if (this.#isOpen) {
      const { demand: _demand, proof: _proof, ...record } = this.#detail();
      await this.#scripted.tell({ kind: 'ieo_offering', record });
    } else {
      await visit(this.#scripted.page, `/ieo-details?id=${this.#id}`);
      this.#isOpen = true;
    }
    return settledView(() => this.#read(), this.#wanted);
  }

  readonly expected = ({ snapshot }: Move): Observation => {
    this.#phase = phaseOf(snapshot);
    this.#revision += 1;
    const { state, progress } = this.#detail();
    this.#wanted = !isSeenPhase(this.#phase)
      ? null
      : {
          phase: texts.phase[state],
          progress: progress && texts.progress[progress],
          canSubscribe: state === 'subscribing',
        };
    return this.#wanted;
  };

  #detail(): OfferingDetail {
    const isOver = ['allocating', 'distributing', 'ended'].includes(this.#phase);
    return shownOffering(this.#id, {
      state: isOver ? 'ended' : (this.#phase as OfferingState),
      progress: isOver
        ? this.#phase === 'ended'
          ? 'distributed'
          : (this.#phase as OfferingProgress)
        : null,
      revision: this.#revision,
    });
  }

  async #read(): Promise<Observation> {
    return this.#scripted.page.evaluate((known) => {
      const textOf = (name: string) =>
        document.querySelector(`[data-testid=${name}]`)?.textContent ?? null;
      const said = textOf('progress');
      return {
        phase: textOf('phase') ?? '',
        progress: said && (known.find((text) => said.startsWith(text)) ?? said),
        canSubscribe: document.querySelector('[data-testid=submit-ieo]') !== null,
      };
    }, Object.values(texts.progress));
  }
}

function phaseOf({ value }: AnyMachineSnapshot): OfferingPhase {
  if (typeof value === 'string') return value as OfferingPhase;
  return JSON.stringify(value).includes('preheat') ? 'preheat' : 'not_started';
}
