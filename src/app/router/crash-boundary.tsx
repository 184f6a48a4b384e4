import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useIsOnline } from '../../ui/use-online.ts';
import { isMissingScript, reloadWhenServed } from '../missing-script.ts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly hasCrashed: boolean;
  /** A script did not load, and a reload comes as soon as it can be had. */
  readonly isComing: boolean;
}

/** A page broke, or its script did not load: a reload comes by itself where it helps, or is offered. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state = { hasCrashed: false, isComing: false };
  #away: AbortController | undefined;

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { hasCrashed: true, isComing: isMissingScript(error) };
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingScript(error)) void this.#reload();
  }

  override componentWillUnmount(): void {
    this.#away?.abort();
  }

  async #reload(): Promise<void> {
    const { signal } = (this.#away = new AbortController());
    const isComing = await reloadWhenServed(window, signal);
    if (!signal.aborted) this.setState({ isComing });
  }

  override render() {
    const { hasCrashed, isComing } = this.state;
    return hasCrashed ? <CrashScreen isComing={isComing} /> : this.props.children;
  }
}

function CrashScreen({ isComing }: { readonly isComing: boolean }) {
  const t = useText('common');
  const isOnline = useIsOnline();
  const waitHint = t(isOnline ? 'page.awayHint' : 'page.offlineHint');
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 px-gutter text-center">
      <div role="alert" className="flex flex-col gap-3">
        <h1 className="text-xl font-semibold">{t(isComing ? 'state.failed' : 'page.crashed')}</h1>
        <p className="text-muted">{isComing ? waitHint : t('page.crashedHint')}</p>
      </div>
      {isOnline && <Button onClick={() => location.reload()}>{t('action.reload')}</Button>}
    </main>
  );
}
