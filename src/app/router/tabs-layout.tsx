import { useEffect } from 'react';
import { MainLayout } from '../../views/shell/main-layout.tsx';
import { useRuntime } from '../runtime-context.ts';

/** The main layout; while it shows, the verification state is kept fresh (SPEC 4). */
export function TabsLayout() {
  const { session } = useRuntime();
  useEffect(() => {
    session.send({ type: 'verification.watch' });
    return () => session.send({ type: 'verification.unwatch' });
  }, [session]);
  return <MainLayout />;
}
