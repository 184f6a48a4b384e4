/** The load of the transfer bench. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { answerLoad } from '../lib/fork-load.ts';
import { randomOf } from '../orders/workload.ts';
import { nextTransfer } from './workload.ts';

answerLoad(({ seed, tokens }) => {
  const random = randomOf(seed);
  let keys = 0;
  return () => {
    const { person, from, to, amount } = nextTransfer(random, tokens.length);
    keys += 1;
    return {
      path: ENDPOINTS.createTransfer.path,
      token: tokens[person] ?? '',
      person,
      key: `bench-transfer-${seed}-${keys}`,
      form: `currency_id=1&from_account_type_id=${from}&to_account_type_id=${to}&amount=${amount}`,
    };
  };
});
