/** The load that fills an offering: each user subscribes once. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';

export interface SubscriberLoad extends LoadOrder {
  readonly offeringId: string;
  /** Tokens of one step. */
  readonly step: number;
}

const STEPS_MAX = 9;

answerLoad(({ seed, tokens, offeringId, step }: SubscriberLoad) => {
  let asked = 0;
  return () => {
    const person = asked;
    const token = tokens[person];
    if (token === undefined) return undefined;
    asked += 1;
    return {
      path: ENDPOINTS.subscribeOffering.path,
      token,
      person,
      key: `bench-${seed}-${String(asked).padStart(12, '0')}`,
      form: `offering_id=${offeringId}&quantity=${step * (1 + (person % STEPS_MAX))}`,
    };
  };
});
