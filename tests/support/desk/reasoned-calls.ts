/** Calls of operators that need a reason for the audit log: all tests give the same one. */
import type { OperatorEndpointName } from '../../../contract/operator/endpoints.ts';
import type { OperatorFields, TestOperator } from '../operator/operators.ts';
import { errorOf } from '../users/accounts.ts';

export const REASON = 'as the test says';

export type Unreasoned<N extends OperatorEndpointName> = Omit<OperatorFields<N>, 'reason'>;

/** Adds the reason to the fields of a call. */
export const reasoned = <N extends OperatorEndpointName>(fields: Unreasoned<N>) =>
  ({ ...fields, reason: REASON }) as unknown as OperatorFields<N>;

/** Makes a call and returns refusals, too. */
export const callReasoned = <N extends OperatorEndpointName>(
  operator: TestOperator,
  name: N,
  fields: Unreasoned<N>,
) => operator.call(name, reasoned<N>(fields));

/** Makes a call. @returns the name of its error; undefined when it is done. */
export const refusalOf = async <N extends OperatorEndpointName>(
  operator: TestOperator,
  name: N,
  fields: Unreasoned<N>,
): Promise<string | undefined> => errorOf(await callReasoned(operator, name, fields));
