/** The placeholder of a loading panel. */
import { useText } from '../../i18n/use-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A panel whose content is loading. */
export function PanelSkeleton({ lines = 3 }: { readonly lines?: number }) {
  const t = useText('common');
  return (
    <output
      aria-label={t('page.loading')}
      className="flex flex-col gap-3.5 rounded-card bg-surface p-5"
    >
      <Skeleton className="h-5 w-40" />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-4 w-full" />
      ))}
    </output>
  );
}
