/** The links between the three lists of wallet records. */
import { useText } from '../../../i18n/use-text.ts';
import { PageLinks } from '../../parts/page-links.tsx';

const PAGES = [
  { name: 'deposits', to: '/recharge-record' },
  { name: 'withdrawals', to: '/withdrawal-record' },
  { name: 'transfers', to: '/transfer-record' },
] as const;

const STYLES = {
  row: 'no-scrollbar mx-gutter mb-2 flex gap-1 overflow-x-auto rounded-control bg-sunken p-1',
  link: 'flex min-h-11 flex-1 items-center justify-center rounded-[8px] px-1 text-sm whitespace-nowrap -outline-offset-2',
  current: 'bg-raised font-semibold text-ink',
  other: 'text-muted hover:text-ink',
};

/** Links between the three lists of records. */
export function RecordLinks({ current }: { readonly current: (typeof PAGES)[number]['name'] }) {
  const t = useText('wallet');
  return (
    <PageLinks label={t('records.label')} pages={PAGES} current={current} styles={STYLES}>
      {(name) => t(`records.${name}`)}
    </PageLinks>
  );
}
