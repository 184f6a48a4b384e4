/** Toasts about records of fiat trading, contracts and fast contracts, in one script that loads after the page. */
import { FiatNotices } from '../fiat/fiat-notices.tsx';
import { LeverNotices } from '../lever/lever-notices.tsx';
import { MicroNotices } from '../micro/micro-notices.tsx';

/** Mounted once. */
export function RecordNotices() {
  return (
    <>
      <FiatNotices />
      <LeverNotices />
      <MicroNotices />
    </>
  );
}
