/** Request, response and errors of the calls of the index. */
import { z } from 'zod';
import { route } from '../../route.ts';
import * as index from './price-index.ts';

export const PRICE_INDEX_ROUTES = {
  listIndexTicks: route(index.listIndexTicksQuery, z.array(index.indexTick), [
    'product_unavailable',
    'symbol_not_found',
  ]),
  listIndexMinutes: route(index.listIndexMinutesQuery, z.array(index.indexMinute), [
    'product_unavailable',
    'symbol_not_found',
    'record_not_found',
  ]),
} as const;
