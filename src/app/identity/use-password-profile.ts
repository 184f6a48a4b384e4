/** The hook of the password profile, which sets the rules for new passwords. */
import { useEffect } from 'react';
import {
  PASSWORD_PROFILES,
  type PasswordProfile,
} from '../../../contract/identity/password-policy.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useQuery } from '../core/hooks/use-query.ts';

/**
 * Returns the server's rules for new passwords; null while unknown. Retries when the network is
 * back.
 */
export function usePasswordProfile(): PasswordProfile | null {
  const { page } = useRuntime();
  const { data, retry } = useQuery('getSetting', { key: 'password_profile' }, 'silent');
  useEffect(() => {
    page.addEventListener('online', retry);
    return () => page.removeEventListener('online', retry);
  }, [page, retry]);
  return PASSWORD_PROFILES.find((profile) => profile === data) ?? null;
}
