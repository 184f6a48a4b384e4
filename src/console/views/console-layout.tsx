/** The layout of the console: sections with their counts, and the page. */
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import type { QueueCounts } from '../../../contract/operator/schemas/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconSignOut } from '../../ui/icons.ts';
import { LanguageButton } from '../../views/parts/language-button.tsx';
import { ThemeButton } from '../../views/parts/theme-button.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../hooks/use-operator-query.ts';
import { useOperatorSession } from '../hooks/use-operator-session.ts';
import { SECTIONS } from './sections.ts';

/** Sections next to the page; above it, in a row that scrolls, on a phone. */
export function ConsoleLayout() {
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] md:grid-cols-[14rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
      <ConsoleBar />
      <SectionList />
      <div className="min-h-0 min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

/** No banner landmark, because each page has its own. */
function ConsoleBar() {
  const t = useText('operator');
  const { access, signOut } = useOperatorSession();
  return (
    <section
      aria-label={t('signIn.title')}
      className="@container safe-top flex min-h-bar items-center gap-1 border-b border-line px-2 md:col-span-2"
    >
      <Brand className="ps-2" />
      <span className="min-w-0 flex-1 truncate text-end text-sm text-muted">
        <span className="hidden sm:inline">{access?.name}</span>
      </span>
      <ThemeButton />
      <LanguageButton />
      <IconButton icon={IconSignOut} label={t('signOut')} onClick={signOut} />
    </section>
  );
}

function SectionList() {
  const t = useText('operator');
  const counts = useOperatorQuery('countQueues', {}, FOLLOW_MS.list);
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const active = list.current?.querySelector(`a[href="${pathname}"]`);
    active?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <nav
      ref={list}
      aria-label={t('sections')}
      className="no-scrollbar relative flex overflow-x-auto border-b border-line px-2 py-1 md:flex-col md:gap-1 md:overflow-y-auto md:border-e md:border-b-0 md:py-3"
    >
      {SECTIONS.map(({ path, name }) => (
        <NavLink
          key={path}
          to={path}
          end={path === '/'}
          className="flex min-h-11 shrink-0 items-center justify-between gap-2 rounded-control px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:bg-tint aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink md:whitespace-normal"
        >
          {t(`section.${name}`)}
          {counts.data !== null && <SectionMark name={name} counts={counts.data} />}
        </NavLink>
      ))}
    </nav>
  );
}

interface SectionMarkProps {
  readonly name: (typeof SECTIONS)[number]['name'];
  readonly counts: QueueCounts;
}

/** The number of waiting records of a section, or a warning. */
function SectionMark({ name, counts }: SectionMarkProps) {
  const t = useText('operator');
  if (name === 'ledger') return <LedgerMark ledger={counts.ledger} />;
  if (name === 'contracts' && counts.is_lever_pool_in_debt)
    return <Badge tone="down">{t('lever.guard.close')}</Badge>;
  const unclear = counts.manual_reviews + counts.damaged_withdrawals;
  const number = {
    reviews: counts.reviews,
    withdrawals: counts.withdrawals + unclear,
    disputes: counts.disputes,
    feedback: counts.feedback,
    contracts: counts.lever_requests,
    fastContracts: counts.micro_requests,
    savings: counts.staking_requests,
    offerings: counts.offering_requests,
  }[name as string];
  if (number === undefined || number === 0) return null;
  return (
    <Badge tone={name === 'withdrawals' && unclear > 0 ? 'down' : 'accent'}>
      <span aria-hidden className="tabular-nums">
        {number}
      </span>
      <span className="sr-only">{t('waiting', { number })}</span>
    </Badge>
  );
}

/** The tone of a warning about the ledger; none while it is consistent. */
const LEDGER_WARNING = { consistent: null, unverified: 'warn', inconsistent: 'down' } as const;

function LedgerMark({ ledger }: Pick<QueueCounts, 'ledger'>) {
  const t = useText('operator');
  const tone = LEDGER_WARNING[ledger];
  return tone && <Badge tone={tone}>{t(`overview.${ledger}`)}</Badge>;
}
