/** A user's email address or mobile number, wrapped before the @. */
import type { UserInfo } from '../../../contract/identity/identity.ts';

/** E-mail address or mobile number of a person, never cut off: a long address breaks before its @ first. */
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
