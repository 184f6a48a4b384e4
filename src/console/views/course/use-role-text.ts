/** The hook that names a role of a lifecycle. */
import { useText } from '../../../i18n/use-text.ts';

/** All roles of all lifecycles. */
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

/** Returns a function that names a role; a role without a text keeps its own name. */
export function useRoleText(): (role: string) => string {
  const t = useText('operator');
  return (role) => {
    const known = ROLES.find((one) => one === role);
    return known === undefined ? role : t(`role.${known}`);
  };
}
