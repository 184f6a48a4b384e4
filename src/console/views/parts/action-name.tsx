/** The hook that names an audited action in the operator's language. */
import { AUDIT_ACTIONS } from '../../../../contract/operator/audit-actions.ts';
import { useText } from '../../../i18n/use-text.ts';

type TextOfAction<A extends string> = A extends `${infer Kind}.${infer Verb}`
  ? `${Kind}_${Verb}`
  : never;

/**
 * Returns a function that names an operator's action; an action of a later version keeps its name
 * in the log.
 */
export function useActionName(): (action: string) => string {
  const t = useText('operator');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    if (known === undefined) return action;
    return t(`auditAction.${known.replace('.', '_') as TextOfAction<typeof known>}`);
  };
}
