/** The links between the three lists of wallet records. */
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';

const PAGES = [
  { name: 'deposits', to: '/recharge-record' },
  { name: 'withdrawals', to: '/withdrawal-record' },
  { name: 'transfers', to: '/transfer-record' },
] as const;

/** Links between the three lists of records. */
export function RecordLinks({ current }: { readonly current: (typeof PAGES)[number]['name'] }) {
  const t = useText('wallet');
  return (
    <nav
      aria-label={t('records.label')}
      className="no-scrollbar mx-gutter mb-2 flex gap-1 overflow-x-auto rounded-control bg-sunken p-1"
    >
      {PAGES.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          replace
          aria-current={name === current ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 flex-1 items-center justify-center rounded-[8px] px-3 text-sm whitespace-nowrap -outline-offset-2',
            name === current ? 'bg-raised font-semibold text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {t(`records.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
