/** The page of a feature that is not available yet. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconLater } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import type { LaterFeature } from '../parts/later-feature.ts';

/** The page of a feature that is not available yet, for users who open its address. */
export function NotYetScreen({ feature }: { readonly feature: LaterFeature }) {
  const t = useText('common');
  const goBack = useGoBack('/home');
  const name = t(`soon.feature.${feature}`);
  return (
    <Screen header={<PageHeader title={name} onBack={goBack} />}>
      <div className="mx-auto flex max-w-sm flex-col items-center gap-3 px-gutter py-20 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
          <IconLater aria-hidden strokeWidth={1.5} className="size-8" />
        </span>
        <h2 className="mt-2 text-xl font-semibold">{t('soon.title')}</h2>
        <p className="leading-relaxed text-muted text-pretty">
          {t('soon.text', { feature: name })}
        </p>
        <Link to="/market" className={`mt-3 ${buttonStyle('secondary')}`}>
          {t('soon.openMarkets')}
        </Link>
      </div>
    </Screen>
  );
}
