/** The load of the bench of contracts: every connection opens a position, closes it, and takes its next user. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { FormLoad, FormRequest } from '../lib/form-load.ts';
import { answerLoad } from '../lib/fork-load.ts';
import type { LoadOrder } from '../lib/fork-load.ts';

export interface ContractLoad extends LoadOrder {
  readonly marketId: number;
  readonly lots: number;
  /** `once`: each user opens one position, and the load ends. */
  readonly mode: 'in turn' | 'once';
}

function requestsOf({
  seed,
  tokens,
  marketId,
  lots,
  mode,
  connections,
}: ContractLoad): FormLoad['next'] {
  /** Users whose turn on the connection has come, and the user of the present one. */
  const turns = new Map<number, number>();
  let [keys, next] = [0, 0];

  function requestOf(path: string, person: number, form: string): FormRequest {
    keys += 1;
    return {
      path,
      token: tokens[person] ?? '',
      person,
      key: `bench-contract-${seed}-${keys}`,
      form,
    };
  }
  const open = (person: number): FormRequest =>
    requestOf(
      ENDPOINTS.placeLeverOrder.path,
      person,
      `lever_market_id=${marketId}&direction=long&type=market&lots=${lots}&multiple=20`,
    );

  if (mode === 'once')
    return () => {
      const person = next++;
      return person < tokens.length ? open(person) : undefined;
    };
  const rounds = Math.max(1, Math.floor(tokens.length / connections));
  return (connection, answer) => {
    const turn = turns.get(connection) ?? 0;
    const person = connection + connections * (turn % rounds);
    const id = answer === undefined ? undefined : openIn(answer);
    if (id !== undefined) {
      turns.set(connection, turn + 1);
      return requestOf(ENDPOINTS.closeLeverPosition.path, person, `id=${id}`);
    }
    return open(person);
  };
}

/** An order that waits for its price is answered before it opens. */
const unfinished = (answer: string): string | undefined =>
  answer.includes('"state":"pending"') ? 'pending' : undefined;

answerLoad(requestsOf, unfinished);

/** The id of a position that was just opened. */
function openIn(answer: string): string | undefined {
  if (!answer.startsWith('{"code":1,') || !answer.includes('"state":"in_trading"'))
    return undefined;
  return /"id":"(\d+)"/.exec(answer)?.[1];
}
