/** The load that fills a savings product: each user takes small positions, one after the other. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';

export interface SubscriberLoad extends LoadOrder {
  readonly productId: number;
  readonly dailyPpb: number;
  /** Positions of all users. */
  readonly positions: number;
}

answerLoad(({ seed, tokens, productId, dailyPpb, positions }: SubscriberLoad) => {
  const form = `product_id=${productId}&amount=1&daily_ppb=${dailyPpb}`;
  let asked = 0;
  return () => {
    if (asked === positions) return undefined;
    asked += 1;
    const person = asked % tokens.length;
    const key = `bench-${seed}-${String(asked).padStart(12, '0')}`;
    return {
      path: ENDPOINTS.subscribeStaking.path,
      token: tokens[person] ?? '',
      person,
      key,
      form,
    };
  };
});
