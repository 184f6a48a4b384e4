/** A fast contract on the page of its owner, as a system of the path runner. */
import { readFileSync } from 'node:fs';
import type { AnyMachineSnapshot } from 'xstate';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { MicroOrderInfo, MicroProductInfo } from '../../../contract/micro/micro.ts';
import type { MicroOrderSnapshot } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { settledView } from '../pages/settled-view.ts';
import type { ScriptedPage } from '../wallet/scripted-page.ts';

interface Observation {
  /** Whether the list of running orders has its opening price; null when it is not there. */
  readonly running: 'opening' | 'open' | null;
  /** Its outcome in the history; null when it is not there. */
  readonly outcome: string | null;
}

const { verify } = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/micro.json', import.meta.url), 'utf8'),
) as { readonly verify: { readonly outcome: Readonly<Record<string, string>> } };

const SCALE = 18;
export const PAGE_PRODUCT: MicroProductInfo = {
  id: 1,
  instrument: 'BTC/USDT',
  currency_match_id: 1,
  symbol: null,
  seconds: 30,
  price_scale: 2,
  currency_id: 1,
  currency_code: 'USDT',
  profit_ppm: 850_000,
  loss_ppm: 900_000,
  stake_min: '0.1',
  stake_max: '1000',
  status: 'trading',
  next_open: null,
};

/** An order on `PAGE_PRODUCT` that waits for its opening price, but for `changes`. */
export const pageOrder = (changes: Partial<MicroOrderInfo>): MicroOrderInfo => ({
  id: '1',
  micro_product_id: PAGE_PRODUCT.id,
  instrument: PAGE_PRODUCT.instrument,
  direction: 'up',
  seconds: PAGE_PRODUCT.seconds,
  price_scale: PAGE_PRODUCT.price_scale,
  stake: '10',
  currency_code: PAGE_PRODUCT.currency_code,
  profit_ppm: PAGE_PRODUCT.profit_ppm,
  loss_ppm: PAGE_PRODUCT.loss_ppm,
  state: 'opening',
  accepted_at: 0,
  open_price: null,
  opened_at: null,
  expires_at: null,
  mean_price: null,
  point_count: null,
  payout: null,
  settled_at: null,
  receipt: { token: 'A'.repeat(22), text: 'a receipt', signature: 'A'.repeat(86) },
  revision: 1,
  ...changes,
});

let orders = 0;

/** The model plays the server: after each step its state is pushed to the page, as the server would. */
export class PageMicroOrder implements System {
  readonly target = 'page';
  readonly #scripted: ScriptedPage;
  readonly #id = String((orders += 1));
  #record: MicroOrderInfo | null = null;
  #wanted: Observation = { running: null, outcome: null };

  constructor(scripted: ScriptedPage) {
    this.#scripted = scripted;
  }

  async start(): Promise<void> {
    const { page } = this.#scripted;
    await this.#scripted.answer('micro/open_orders', () => []);
    await this.#scripted.answer('micro/history', () => ({
      orders: this.#record?.payout ? [this.#record] : [],
      next: null,
    }));
    await this.#scripted.answer('micro/products', () => [PAGE_PRODUCT]);
    await this.#scripted.load('/micro-trade');
    await page.getByRole('tab', { name: /^Open/ }).waitFor();
  }

  send(): void {}

  advance(): void {}

  readonly expected = ({ snapshot }: Move): Observation => {
    this.#record = recordOf(snapshot as MicroOrderSnapshot, this.#id);
    this.#wanted = shownOf(snapshot);
    return this.#wanted;
  };

  async observe(): Promise<Observation> {
    const record = this.#record;
    if (record === null) return this.#wanted;
    await this.#scripted.tell({ kind: 'micro_order', record });
    if (this.#wanted.outcome !== null) {
      await this.#scripted.page.getByText('No open fast contracts').waitFor();
      await this.#scripted.page.getByRole('tab', { name: 'History' }).click();
    }
    return settledView(() => this.#read(), this.#wanted);
  }

  #read(): Promise<Observation> {
    return this.#scripted.page.evaluate(() => {
      // The price, because the phase needs the times of the index.
      const price = document.querySelector('[data-testid=micro-order] p.figures')?.textContent;
      const row = document.querySelector(
        '[data-testid=micro-history-row] > span:last-child > span',
      );
      const running = price === '–' ? ('opening' as const) : ('open' as const);
      return {
        running: price === undefined || price === null ? null : running,
        outcome: row?.textContent ?? null,
      };
    });
  }
}

function shownOf({ value }: AnyMachineSnapshot): Observation {
  if (value === 'opening' || value === 'open') return { running: value, outcome: null };
  return { running: null, outcome: verify.outcome[String(value)] ?? String(value) };
}

function recordOf({ value, context }: MicroOrderSnapshot, id: string): MicroOrderInfo {
  const { openTicks, payout } = context;
  const isEnded = payout !== null;
  return pageOrder({
    id,
    direction: context.direction,
    seconds: context.seconds,
    stake: formatUnits(BigInt(context.stake), SCALE),
    profit_ppm: context.profitPpm,
    loss_ppm: context.lossPpm,
    state: value,
    accepted_at: context.acceptedAtMs,
    open_price:
      openTicks === null ? null : formatUnits(BigInt(openTicks), PAGE_PRODUCT.price_scale),
    opened_at: context.openedAtMs,
    expires_at: context.expiresAtMs,
    point_count: isEnded && openTicks !== null ? 0 : null,
    payout: isEnded ? formatUnits(BigInt(payout), SCALE) : null,
    settled_at: isEnded ? (context.expiresAtMs ?? context.acceptedAtMs) : null,
    revision: context.revision,
  });
}
