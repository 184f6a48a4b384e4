/** The placeholder of a page whose script is loading. */
import { useText } from '../../i18n/use-text.ts';
import { IconPending } from '../../ui/icons.ts';

/** Shown while the script of a page is being loaded. */
export function ScreenLoading() {
  const t = useText('common');
  return (
    <output aria-label={t('page.loading')} className="grid h-full place-items-center">
      <IconPending aria-hidden className="size-7 animate-spin text-accent" />
    </output>
  );
}
