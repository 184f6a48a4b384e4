/** The switch between spot and fiat trading. */
import { useText } from '../../i18n/use-text.ts';
import { PageLinks } from './page-links.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

const KINDS = [
  { name: 'spot', to: '/trade' },
  { name: 'fiat', to: '/fiat' },
] as const;

const STYLES = {
  row: 'flex min-w-0 flex-wrap gap-x-1 px-1.5',
  link: 'flex min-h-11 items-center border-b-2 px-2 text-base -outline-offset-2',
  current: 'border-accent font-semibold text-ink',
  other: 'border-transparent text-muted hover:text-ink',
};

/** Switches between spot trading and fiat trading. */
export function TradeKinds({ current }: { readonly current: (typeof KINDS)[number]['name'] }) {
  const t = useText('spot');
  return (
    <PageLinks label={t('kinds.label')} pages={KINDS} current={current} styles={STYLES}>
      {(name) => (
        <>
          {t(`kinds.${name}`)}
          {name === 'fiat' && <WaitingBadge className="ms-1.5" />}
        </>
      )}
    </PageLinks>
  );
}
