/** The context of every form, and its changes by the events that all forms share. */
import { refusalProblem, type CallAnswer, type Problem, type ProblemName } from './problem.ts';

export interface FormContext<Fields> {
  readonly fields: Fields;
  readonly problems: readonly Problem<keyof Fields & string>[];
}

/**
 * Returns the form after an edit: a changed field loses its problem, and the form as a whole loses
 * its own.
 */
export const editedForm = <Fields>(
  { fields, problems }: FormContext<Fields>,
  changes: Partial<Fields>,
): FormContext<Fields> => ({
  fields: { ...fields, ...changes },
  problems: problems.filter(({ field }) => field !== null && !(field in changes)),
});

/**
 * Returns the problems to show after an answer: one refusal, at the field that `refusals` names, or
 * none.
 */
export const answerProblems = <Field extends string>(
  answer: CallAnswer<unknown>,
  refusals: Partial<Record<ProblemName, Field>>,
): readonly Problem<Field>[] => (answer.ok ? [] : [refusalProblem(answer, refusals)]);
