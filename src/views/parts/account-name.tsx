/** A user's email address or mobile number, wrapped before the @. */
import type { UserInfo } from '../../../contract/identity/identity.ts';

/**
 * The user's email address or mobile number, never cut off: a long address first breaks before its
 * @.
 */
export function AccountName({ user }: { readonly user: UserInfo | null }) {
  const [local, domain] = (user?.email ?? user?.mobile ?? '').split('@');
  return (
    <span className="wrap-anywhere">
      {local}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  );
}
