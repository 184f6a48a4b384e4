/** The mark of a value older than the connection. */
import { useText } from '../i18n/use-text.ts';
import { IconLater } from './icons.ts';

/** Marks a value that is older than the connection. Renders nothing while it is fresh. */
export function StaleMark({ isStale }: { readonly isStale: boolean }) {
  const t = useText('common');
  if (!isStale) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs text-warn">
      <IconLater aria-hidden className="size-3.5" />
      {t('state.stale')}
    </span>
  );
}
