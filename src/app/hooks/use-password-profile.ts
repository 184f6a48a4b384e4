import { PASSWORD_PROFILES, type PasswordProfile } from '../../../contract/password-policy.ts';
import { useSetting } from './use-setting.ts';

/** Which new passwords the server accepts; null while that is not known. */
export function usePasswordProfile(): PasswordProfile | null {
  const setting = useSetting('password_profile');
  return PASSWORD_PROFILES.find((profile) => profile === setting) ?? null;
}
