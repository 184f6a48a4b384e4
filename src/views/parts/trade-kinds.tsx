/** The switch between spot and fiat trading. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

import { WaitingBadge } from './waiting-badge.tsx';

const KINDS = [
  { name: 'spot', to: '/trade' },
  { name: 'fiat', to: '/fiat' },
] as const;

/** Switches between spot trading and fiat trading. */
export function TradeKinds({ current }: { readonly current: (typeof KINDS)[number]['name'] }) {
  const t = useText('spot');
  return (
    <nav aria-label={t('kinds.label')} className="flex min-w-0 flex-wrap gap-x-1 px-1.5">
      {KINDS.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          replace
          aria-current={name === current ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 items-center border-b-2 px-2 text-base -outline-offset-2',
            name === current
              ? 'border-accent font-semibold text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {t(`kinds.${name}`)}
          {name === 'fiat' && <WaitingBadge className="ms-1.5" />}
        </Link>
      ))}
    </nav>
  );
}
