/** The screen of the audit log, newest entries first. */
import { Link, useSearchParams } from 'react-router-dom';
import { AUDIT_SUBJECTS } from '../../../../contract/operator/audit-actions.ts';
import type { AuditEntry } from '../../../../contract/operator/schemas/exchange.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useActionName } from '../parts/action-name.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordList } from '../parts/record-list.tsx';

const ALL = 'all';

/** Operators' actions, the newest first. */
export function AuditScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const kind = AUDIT_SUBJECTS.find((one) => one === address.get('kind'));
  const subject = kind && (address.get('subject') ?? undefined);
  return (
    <Screen
      isText
      width="wide"
      header={
        <>
          <PageHeader title={t('section.audit')} />
          <FilterTabs
            name="kind"
            label={t('filter.subject')}
            value={kind ?? ALL}
            options={[ALL, ...AUDIT_SUBJECTS].map((value) => ({
              value,
              label: t(`subject.${value as typeof ALL}`),
            }))}
          />
        </>
      }
      className="px-gutter pb-8"
    >
      {subject !== undefined && <NarrowedNote names={['subject']} />}
      <RecordList
        key={`${kind ?? ALL} ${subject ?? ''}`}
        name="listAudit"
        request={{ subject_kind: kind, subject_id: subject }}
        entriesOf={({ entries }) => entries}
        keyOf={({ id }) => id}
        label={t('section.audit')}
        emptyTitle={t('audit.empty')}
        emptyHint={t('audit.emptyHint')}
      >
        {(entry) => <AuditRow entry={entry} />}
      </RecordList>
    </Screen>
  );
}

/** Sections in which the record of an entry can be opened. */
const SECTION_OF: Partial<Record<AuditEntry['subject_kind'], string>> = {
  user: '/users',
  review: '/reviews',
  withdrawal: '/withdrawals',
  feedback: '/feedback',
  news: '/news',
  fiat_order: '/disputes',
  fiat_ad: '/fiat-ads',
};

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const format = useFormat();
  const nameOf = useActionName();
  const { before, after, ...others } = entry.details;
  const details = [
    ...(after === undefined ? [] : [`${String(before)} → ${String(after)}`]),
    ...Object.entries(others).map(([name, value]) => `${name} ${String(value)}`),
  ];
  return (
    <article className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-medium [overflow-wrap:anywhere]">
          {nameOf(entry.action)} <SubjectLink entry={entry} />
        </span>
        <time className="text-sm text-muted">{format.dateTime(entry.at)}</time>
      </p>
      <p className="[overflow-wrap:anywhere]">{entry.reason}</p>
      <p className="text-sm [overflow-wrap:anywhere] text-muted">
        {[entry.operator_name, entry.address, ...details].join(' · ')}
      </p>
    </article>
  );
}

function SubjectLink({ entry }: { readonly entry: AuditEntry }) {
  const { subject_kind: kind, subject_id: id } = entry;
  const section = SECTION_OF[kind];
  if (section === undefined) return <span className="text-muted">#{id}</span>;
  return (
    <Link
      to={`${section}?id=${id}`}
      className="touch-target text-accent underline-offset-4 hover:underline"
    >
      #{id}
    </Link>
  );
}
