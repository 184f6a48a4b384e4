/** Toasts about records of fiat trading and contracts, in one script that loads after the page. */
import { FiatNotices } from '../fiat/fiat-notices.tsx';
import { LeverNotices } from '../lever/lever-notices.tsx';

/** Mounted once. */
export function RecordNotices() {
  return (
    <>
      <FiatNotices />
      <LeverNotices />
    </>
  );
}
