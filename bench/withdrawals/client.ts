/** The load of the withdrawal bench. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';
import { randomOf } from '../orders/workload.ts';

export interface WithdrawalLoad extends LoadOrder {
  /** Ids of the bound addresses, by user. */
  readonly addressIds: readonly number[];
  readonly payPassword: string;
  /** Amount in whole coins. */
  readonly amount: number;
  /** True to send one request per user in turn instead of at random. */
  readonly isRound: boolean;
}

answerLoad(({ seed, tokens, addressIds, payPassword, amount, isRound }: WithdrawalLoad) => {
  const random = randomOf(seed);
  let keys = 0;
  return () => {
    const person = isRound ? keys : Math.floor(random() * tokens.length);
    keys += 1;
    if (person >= tokens.length) return undefined;
    return {
      path: ENDPOINTS.createWithdrawal.path,
      token: tokens[person] ?? '',
      person,
      key: `bench-withdrawal-${seed}-${keys}`,
      form: `address_id=${addressIds[person]}&amount=${amount}&pay_password=${payPassword}`,
    };
  };
});
