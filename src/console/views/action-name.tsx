/** The hook that names an audited action in the operator's language. */
import { AUDIT_ACTIONS } from '../../../contract/operator/audit-actions.ts';
import { useText } from '../../i18n/use-text.ts';

type TextOfAction<A extends string> = A extends `${infer Kind}.${infer Verb}`
  ? `${Kind}_${Verb}`
  : never;

/** What an operator did, in words; as the log has it where a later version has written it. */
export function useActionName(): (action: string) => string {
  const t = useText('operator');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    if (known === undefined) return action;
    return t(`auditAction.${known.replace('.', '_') as TextOfAction<typeof known>}`);
  };
}
