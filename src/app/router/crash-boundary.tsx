import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';

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
  return (
    <main role="alert" className="flex h-full flex-col items-center justify-center gap-3 px-gutter">
      <h1 className="text-xl font-semibold">{t('page.crashed')}</h1>
      <p className="text-center text-muted">{t('page.crashedHint')}</p>
      <Button onClick={() => location.reload()}>{t('action.reload')}</Button>
    </main>
  );
}
