import { Outlet } from 'react-router-dom';
import { SessionDialogs } from './session-dialogs.tsx';

/** Around every page: the dialogs of the session. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <SessionDialogs />
    </>
  );
}
