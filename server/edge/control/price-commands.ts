/** Commands that set, age and remove prices of sources of a server under test, and evaluate marks. */
import { z } from 'zod';
import type { PriceControl } from '../../areas/market/market.area.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';
import { taking } from './taking.ts';

const choice = { source: z.string().optional(), pair: z.string().optional() };
const choiceBody = z.strictObject(choice);
const setBody = z.strictObject({
  source: z.string().optional(),
  pair: z.string(),
  price: z.string(),
  is_settled: z.boolean().optional(),
});
const ageBody = z.strictObject({ ...choice, age_ms: z.int().min(0) });
const pairBody = z.strictObject({ pair: z.string() });

/**
 * The commands below; without `source` or `pair` a command is about all of them.
 * - `POST /prices/set` `{"source"?, "pair", "price", "is_settled"?}` gives a source a price. Settled: the
 *   pair forgets its past, as if the price had been there for long.
 * - `POST /prices/age` `{"source"?, "pair"?, "age_ms"}` makes its prices that old.
 * - `POST /prices/remove` `{"source"?, "pair"?}` leaves it without a price.
 * - `POST /prices/reset` `{"source"?, "pair"?}` gives it its own price again, settled.
 * - `POST /prices/evaluate` `{"pair"}` answers the mark and the references, with their sources.
 */
export function priceCommands({ marks, sources, readPrice }: PriceControl): ControlCommands {
  const done = (): ControlReply => ({ body: {} });
  const chosen = ({ source, pair }: z.infer<typeof choiceBody>) => ({
    sourceId: source,
    pairName: pair,
  });
  return {
    'POST /prices/set': taking(setBody, ({ price, is_settled: isSettled, ...about }) => {
      const ticks = readPrice(about.pair, price);
      if (ticks === null) return INVALID;
      sources.set(chosen(about), ticks);
      if (isSettled === true) marks.restart(about.pair);
      return done();
    }),
    'POST /prices/age': taking(ageBody, ({ age_ms: ageMs, ...about }) => {
      sources.age(chosen(about), ageMs);
      return done();
    }),
    'POST /prices/remove': taking(choiceBody, (about) => {
      sources.remove(chosen(about));
      return done();
    }),
    'POST /prices/reset': taking(choiceBody, (about) => {
      sources.reset(chosen(about));
      marks.restart(about.pair);
      return done();
    }),
    'POST /prices/evaluate': taking(pairBody, ({ pair }) => {
      if (!marks.pairs.some(({ name }) => name === pair)) return INVALID;
      return {
        body: {
          mark: marks.mark(pair),
          mean_ticks: marks.meanTicks(pair),
          calm_ticks: marks.calmTicks(pair),
        },
      };
    }),
  };
}
