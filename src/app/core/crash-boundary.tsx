/** The error boundary of pages: reloads for a missing script, otherwise offers a reload. */
import { Component, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useIsOnline } from '../../ui/use-online.ts';
import { isMissingScript, reloadWhenServed } from '../../i18n/missing-script.ts';

interface CrashBoundaryProps {
  readonly children: ReactNode;
  /** Offers the page before, for a page that has no tabs. */
  readonly hasWayBack?: boolean;
}

/**
 * `coming`: a script did not load, and the page is about to reload; `away`: it reloads once the
 * server is back.
 */
type CrashState = 'none' | 'coming' | 'away' | 'crashed';

interface CrashBoundaryState {
  readonly crash: CrashState;
}

/**
 * Catches errors of a page and scripts that did not load: the page reloads if that helps; otherwise
 * a reload is offered.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { crash: 'none' };
  #waiting: AbortController | undefined;

  static getDerivedStateFromError(error: unknown): CrashBoundaryState {
    return { crash: isMissingScript(error) ? 'coming' : 'crashed' };
  }

  /** Runs again when a hidden page becomes visible. */
  override componentDidMount(): void {
    this.#wait();
  }

  override componentDidCatch(): void {
    this.#wait();
  }

  override componentWillUnmount(): void {
    this.#waiting?.abort();
  }

  #wait(): void {
    this.#waiting?.abort();
    if (this.state.crash === 'coming' || this.state.crash === 'away') void this.#reload();
  }

  async #reload(): Promise<void> {
    const { signal } = (this.#waiting = new AbortController());
    const onAway = () => this.setState({ crash: 'away' });
    const isComing = await reloadWhenServed(window, { signal, onAway });
    if (!signal.aborted && !isComing) this.setState({ crash: 'crashed' });
  }

  override render() {
    const { crash } = this.state;
    const { children, hasWayBack = false } = this.props;
    return crash === 'none' ? children : <CrashScreen crash={crash} hasWayBack={hasWayBack} />;
  }
}

interface CrashScreenProps {
  readonly crash: Exclude<CrashState, 'none'>;
  readonly hasWayBack: boolean;
}

function CrashScreen({ crash, hasWayBack }: CrashScreenProps) {
  const t = useText('common');
  const isOnline = useIsOnline();
  const waitHint = t(isOnline ? 'page.awayHint' : 'page.offlineHint');
  const hints = { coming: t('page.loading'), away: waitHint, crashed: t('page.crashedHint') };
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3 px-gutter text-center">
      <div role="alert" className="flex flex-col gap-3">
        <h1 className="text-xl font-semibold">
          {t(crash === 'crashed' ? 'page.crashed' : 'state.failed')}
        </h1>
        <p className="text-muted">{hints[crash]}</p>
      </div>
      {isOnline && <Button onClick={() => location.reload()}>{t('action.reload')}</Button>}
      {hasWayBack && history.length > 1 && (
        <Button kind="secondary" onClick={() => history.back()}>
          {t('action.back')}
        </Button>
      )}
    </main>
  );
}
