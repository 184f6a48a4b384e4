/** The picker of a dialing code, with a search. */
import { useState } from 'react';
import type { Area } from '../../../contract/identity/identity.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { regionName } from '../../i18n/region-name.ts';
import { useLocale, useText } from '../../i18n/use-text.ts';
import { IconExpand, IconSearch } from '../../ui/icons.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface AreaPickerProps {
  readonly areaId: number;
  readonly onChoose: (areaId: number) => void;
}

/** The dialing code before a mobile number; opens a list with a search. */
export function AreaPicker({ areaId, onChoose }: AreaPickerProps) {
  const t = useText('identity');
  const [isOpen, setOpen] = useState(false);
  const areas = useQuery('listAreas', {});
  const current = areas.data?.find((area) => area.id === areaId);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('area.choose', { code: current?.code ?? '' })}
        onClick={() => setOpen(true)}
        className="figures flex h-12 shrink-0 items-center gap-1 rounded-s-control border-e border-line ps-3.5 pe-2.5 text-ink"
      >
        +{current?.code ?? '…'}
        <IconExpand aria-hidden className="size-4 text-muted" />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('area.title')}>
        {areas.status === 'loading' && <SkeletonRows label={t('common:page.loading')} />}
        {areas.status === 'failure' && <ErrorState error={areas.error} onRetry={areas.retry} />}
        {areas.status === 'success' && (
          <AreaList
            areas={areas.data}
            areaId={areaId}
            onChoose={(chosen) => {
              onChoose(chosen);
              setOpen(false);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

interface AreaListProps extends AreaPickerProps {
  readonly areas: readonly Area[];
}

function AreaList({ areas, areaId, onChoose }: AreaListProps) {
  const t = useText('identity');
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase(locale).replace(/^\+/, '');
  const options = areas
    .map((area) => ({ area, name: regionName(locale, area.iso, area.name) }))
    .filter(
      ({ area, name }) =>
        name.toLocaleLowerCase(locale).includes(wanted) ||
        area.name.toLowerCase().includes(wanted) ||
        area.code.startsWith(wanted),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
    .map(({ area, name }) => ({
      value: String(area.id),
      label: name,
      trailing: <span className="figures text-muted">+{area.code}</span>,
    }));
  return (
    <div className="px-3 pb-4">
      <div className="sticky top-0 z-10 bg-surface px-1 pb-3">
        <TextField
          label={t('area.search')}
          type="search"
          value={search}
          onChange={setSearch}
          leading={<IconSearch aria-hidden className="ms-3.5 size-5 shrink-0 text-muted" />}
        />
      </div>
      {options.length === 0 ? (
        <EmptyState title={t('area.none')} hint={t('area.noneHint')} />
      ) : (
        <OptionList
          label={t('area.title')}
          value={String(areaId)}
          options={options}
          onChoose={(id) => onChoose(Number(id))}
        />
      )}
    </div>
  );
}
