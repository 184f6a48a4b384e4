/** The type of a form of the console. */
import type { OperatorRequestInput } from '../../../contract/operator/routes.ts';
import type {
  SubmissionFields,
  SubmissionRules,
} from '../../../machines/app/core/submission.machine.ts';
import type { OperatorCallName } from '../core/operator-api.ts';

/** A form of the console and its call. */
export interface OperatorForm<Name extends OperatorCallName, Fields extends SubmissionFields> {
  readonly name: Name;
  readonly rules: SubmissionRules<Fields, null>;
  request(fields: Fields): OperatorRequestInput<Name>;
}
