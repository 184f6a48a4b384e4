/** The banner of a lost network or socket, with a retry button. */
import { useText } from '../i18n/use-text.ts';
import { classNames } from './class-names.ts';
import { IconOffline, IconPending } from './icons.ts';

interface ConnectionBannerProps {
  /** `offline`: the device has no network. `open`: nothing is shown. */
  readonly status: 'open' | 'retrying' | 'failed' | 'offline';
  /** Number of the current attempt, and their maximum. */
  readonly tries?: { readonly attempt: number; readonly max: number };
  /** The action of `failed`. */
  readonly onRetry?: () => void;
}

/** One line that reports that prices have stopped, and the next step. */
export function ConnectionBanner({ status, tries, onRetry }: ConnectionBannerProps) {
  const t = useText('common');
  const isFailed = status === 'failed';
  const text = {
    open: '',
    offline: t('connection.offline'),
    failed: t('connection.failed'),
    retrying: tries ? t('connection.retryingCount', tries) : t('connection.retrying'),
  }[status];
  return (
    <output className="block">
      {status !== 'open' && (
        <div
          className={classNames(
            'flex min-h-10 items-center gap-2.5 px-gutter text-sm',
            isFailed ? 'bg-down-soft text-down' : 'bg-warn-soft text-warn',
          )}
        >
          {status === 'retrying' ? (
            <IconPending aria-hidden className="size-4 shrink-0 animate-spin" />
          ) : (
            <IconOffline aria-hidden className="size-4 shrink-0" />
          )}
          <span className="flex-1 py-1.5 text-balance">{text}</span>
          {isFailed && (
            <button
              type="button"
              onClick={onRetry}
              className="touch-target px-2 font-semibold underline underline-offset-4"
            >
              {t('action.retry')}
            </button>
          )}
        </div>
      )}
    </output>
  );
}
