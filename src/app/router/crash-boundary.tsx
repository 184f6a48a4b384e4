import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useIsOnline } from '../../ui/use-online.ts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

/** A page broke, or its script did not load: a reload is offered. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children;
  }
}

function CrashScreen() {
  const t = useText('common');
  const isOnline = useIsOnline();
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 px-gutter text-center">
      <div role="alert" className="flex flex-col gap-3">
        <h1 className="text-xl font-semibold">{t(isOnline ? 'page.crashed' : 'state.failed')}</h1>
        <p className="text-muted">{t(isOnline ? 'page.crashedHint' : 'page.offlineHint')}</p>
      </div>
      {isOnline && <Button onClick={() => location.reload()}>{t('action.reload')}</Button>}
    </main>
  );
}
