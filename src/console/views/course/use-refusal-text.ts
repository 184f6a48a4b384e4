/** The hook that explains why an event is refused. */
import type { Refusal } from '../../../../machines/domain/explain/explain.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useRoleText } from './use-role-text.ts';

/** Rules that can refuse an event of the right role in the right state. */
const GUARDS = [
  'canPostpone',
  'canWithdraw',
  'canTake',
  'isInOrders',
  'isFreeOfOrders',
  'isNew',
  'canWrite',
  'isPartFill',
  'isExhausted',
  'canExpire',
  'canCancel',
  'canClose',
] as const;

/** Returns a function that explains the refusal of an event. */
export function useRefusalText(): (refusal: Refusal) => string {
  const t = useText('operator');
  const { either } = useFormat();
  const roleText = useRoleText();
  const guardText = (guard: string) => {
    const known = GUARDS.find((one) => one === guard);
    return known === undefined ? guard : t(`guard.${known}`);
  };
  return (refusal) => {
    switch (refusal.because) {
      case 'role':
        return t('refusal.role', { roles: either(refusal.roles.map(roleText)) });
      case 'state':
        return t('refusal.state', { states: either(refusal.states) });
      case 'ended':
        return t('refusal.ended');
      case 'guard':
        return guardText(refusal.guard);
    }
  };
}
