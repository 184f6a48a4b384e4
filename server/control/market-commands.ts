/** Commands that close markets of a server under test, wholly or for new orders, and open them again. */
import { z } from 'zod';
import { MARKET_STATUSES } from '../../contract/schemas/market.ts';
import type { SpotExchange } from '../spot/spot-exchange.types.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands } from './control-server.ts';

const statusBody = z.strictObject({ currency_match_id: z.int(), status: z.enum(MARKET_STATUSES) });

/**
 * `POST /market/status` with `{"currency_match_id", "status"}` holds for the next order, and for
 * every server after this one: it is stored when the answer comes.
 */
export function marketCommands(
  exchange: Pick<SpotExchange, 'markets' | 'setStatus'>,
): ControlCommands {
  return {
    'POST /market/status': async (body) => {
      const wanted = statusBody.safeParse(body);
      if (!wanted.success) return INVALID;
      const { currency_match_id: marketId, status } = wanted.data;
      if (!exchange.markets.has(marketId)) return INVALID;
      await exchange.setStatus(marketId, status);
      return { body: { currency_match_id: marketId, status } };
    },
  };
}
