/** The hook that names a role of a lifecycle. */
import { useText } from '../../../i18n/use-text.ts';

/** Everybody who takes part in some lifecycle. */
const ROLES = [
  'buyer',
  'seller',
  'merchant',
  'person',
  'owner',
  'operator',
  'engine',
  'chain',
  'system',
] as const;

/** A role in words; its name where there are none. */
export function useRoleText(): (role: string) => string {
  const t = useText('operator');
  return (role) => {
    const known = ROLES.find((one) => one === role);
    return known === undefined ? role : t(`role.${known}`);
  };
}
