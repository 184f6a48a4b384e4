/** The layout of a list with a panel for the selected record. */
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';

interface MasterDetailProps {
  readonly title: string;
  /** Next to the title. */
  readonly actions?: ReactNode;
  /** Above the list: filters. */
  readonly filters?: ReactNode;
  readonly list: ReactNode;
  /** The record of the address. */
  readonly renderDetail: (id: string) => ReactNode;
}

/** A list, with the record of the address next to it; on a phone, one of the two. */
export function MasterDetail({ title, actions, filters, list, renderDetail }: MasterDetailProps) {
  const t = useText('operator');
  const [address, setAddress] = useSearchParams();
  const id = address.get('id');
  const isWide = useMediaQuery('(min-width: 1024px)');
  const close = () =>
    setAddress((current) => {
      current.delete('id');
      return current;
    });
  if (id !== null && !isWide)
    return (
      <Screen key={id} header={<PageHeader title={title} onBack={close} />}>
        <div className="px-gutter pt-3 pb-8">{renderDetail(id)}</div>
      </Screen>
    );
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Screen
        header={
          <>
            <PageHeader title={title} actions={actions} />
            {filters}
          </>
        }
        className="px-gutter pb-8"
      >
        {list}
      </Screen>
      {isWide && (
        <section
          key={id}
          aria-label={t('record')}
          className="min-h-0 overflow-y-auto overscroll-contain border-s border-line"
        >
          {id === null ? (
            <p className="p-gutter pt-24 text-center text-muted">{t('chooseRecord')}</p>
          ) : (
            <div className="max-w-4xl px-6 pt-4 pb-8">{renderDetail(id)}</div>
          )}
        </section>
      )}
    </div>
  );
}
