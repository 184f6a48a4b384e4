/** The load of the order bench: random placements and cancels by all users in all markets. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { FormRequest } from '../lib/form-load.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';
import { nextStep, randomOf, type Step } from './workload.ts';

export interface BenchMarket {
  readonly id: number;
  /** Middle price and its decimals. */
  readonly price: number;
  readonly priceScale: number;
  /** One unit of quantity. */
  readonly unit: number;
  readonly quantityScale: number;
}

export interface OrderLoad extends LoadOrder {
  readonly markets: readonly BenchMarket[];
}

interface OpenOrder {
  readonly id: string;
  readonly person: number;
}

const OPEN_KEPT = 20_000;

answerLoad(({ seed, tokens, markets }: OrderLoad) => {
  const random = randomOf(seed);
  /** Ids of orders that may be canceled. */
  const open: OpenOrder[] = [];
  /** The user of the order under way, by connection. */
  const placed = new Map<number, number>();
  let keys = 0;

  function requestOf(path: string, person: number, form: string): FormRequest {
    keys += 1;
    const key = `bench-${seed}-${String(keys).padStart(12, '0')}`;
    return { path, token: tokens[person] ?? '', person, key, form };
  }

  return (connection, answer) => {
    const person = placed.get(connection);
    const id = answer === undefined || person === undefined ? undefined : openIn(answer);
    if (id !== undefined && person !== undefined && open.length < OPEN_KEPT)
      open.push({ id, person });
    for (;;) {
      const step = nextStep(random, { markets: markets.length, people: tokens.length });
      if (step.kind !== 'cancel') {
        placed.set(connection, step.person);
        return requestOf(ENDPOINTS.placeOrder.path, step.person, formOf(step, markets));
      }
      const chosen = takeOne(open, random);
      if (chosen === undefined) continue;
      placed.delete(connection);
      return requestOf(ENDPOINTS.cancelOrder.path, chosen.person, `id=${chosen.id}`);
    }
  };
});

/** Returns the id of a resting order; undefined for all other responses. */
function openIn(answer: string): string | undefined {
  if (!answer.startsWith('{"code":1,') || !answer.includes('"state":"paid"')) return undefined;
  return /"id":"(\d+)"/.exec(answer)?.[1];
}

function takeOne(open: OpenOrder[], random: () => number): OpenOrder | undefined {
  const at = Math.floor(random() * open.length);
  const chosen = open[at];
  const last = open.pop();
  if (last && chosen && last !== chosen) open[at] = last;
  return chosen;
}

function formOf(step: Exclude<Step, { kind: 'cancel' }>, markets: readonly BenchMarket[]): string {
  const market = markets[step.market] as BenchMarket;
  const price = decimal((market.price * step.pricePpm) / 1e6, market.priceScale);
  const quantity = decimal(market.unit * step.units, market.quantityScale);
  return `currency_match_id=${market.id}&side=${step.side}&type=limit&price=${price}&quantity=${quantity}`;
}

/** Canonical decimal text: no trailing zeros. */
function decimal(value: number, scale: number): string {
  const text = value.toFixed(scale);
  return scale === 0 ? text : text.replace(/\.?0+$/, '');
}
