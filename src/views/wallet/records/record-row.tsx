/** The layout of a wallet record's row. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useFormat } from '../../../format/use-format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FIGURE } from '../../../ui/figure-style.ts';
import { CurrencyLogo } from '../../../ui/currency-logo.tsx';
import { useLogos } from '../../../app/wallet/use-wallet-coins.ts';
import { FROM_LIST } from '../../parts/record-sheet.tsx';

interface RecordRowProps {
  readonly id: string;
  /** Page that shows the record by its id; by default this page. */
  readonly path?: string;
  readonly currencyId: number;
  readonly code: string;
  /** Amount with its sign. */
  readonly amount: string;
  readonly badge?: { readonly tone: BadgeTone; readonly text: string };
  readonly title?: ReactNode;
  readonly time: number;
  /** Progress, below the row. */
  readonly children?: ReactNode;
}

/** One record with an amount in a list; the whole row links to its details. */
export function RecordRow(props: RecordRowProps) {
  const { id, path, currencyId, code, amount, badge, title, time, children } = props;
  const format = useFormat();
  const logoOf = useLogos();
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(path === undefined ? search : '');
  address.set('id', id);
  return (
    <Link
      to={`${path ?? pathname}?${address.toString()}`}
      state={path === undefined ? FROM_LIST : null}
      data-testid="record"
      className="flex gap-3 border-b border-line py-3 -outline-offset-2 hover:bg-tint md:px-2"
    >
      <CurrencyLogo code={code} src={logoOf(currencyId)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className={`${FIGURE} font-semibold`}>
            {amount} {code}
          </span>
          {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        </span>
        {title !== undefined && <span className="text-sm text-muted">{title}</span>}
        <time dateTime={new Date(time).toISOString()} className="figures text-xs text-muted">
          {format.date(time)} {format.clock(time)}
        </time>
        {children}
      </span>
    </Link>
  );
}
