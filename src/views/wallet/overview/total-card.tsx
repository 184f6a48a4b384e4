/** The total equivalent in a chosen currency, which can be hidden. */
import { formatGlance } from '../../../format/glance.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconHide, IconShow } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import { SecretText } from '../secret-text.tsx';
import { QuickActions } from './quick-actions.tsx';

interface TotalCardProps {
  /** Decimal text; null while unknown. */
  readonly total: string | null;
  readonly code: string;
  /** Currencies available for the total. */
  readonly codes: readonly string[];
  readonly onChooseCode: (code: string) => void;
  readonly isHidden: boolean;
  readonly onToggleHidden: () => void;
  readonly isStale: boolean;
}

/** The total equivalent of all accounts, with links to the actions. */
export function TotalCard(props: TotalCardProps) {
  const { total, code, codes, onChooseCode, isHidden, onToggleHidden, isStale } = props;
  const t = useText('wallet');
  const format = useFormat();
  const offered = codes.includes(code) ? codes : [code, ...codes];
  return (
    <section
      aria-labelledby="total-title"
      className="flex flex-col gap-3 rounded-card bg-surface p-4 pb-2 md:flex-row md:items-center md:justify-between md:gap-6 md:pb-4"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-1">
          <h2 id="total-title" className="text-sm text-muted">
            {t('overview.total')}
          </h2>
          <IconButton
            icon={isHidden ? IconHide : IconShow}
            label={t('overview.hide')}
            aria-pressed={isHidden}
            onClick={onToggleHidden}
            className="text-muted"
          />
          <span className="ms-auto">
            <StaleMark isStale={isStale} />
          </span>
        </div>
        <div className="flex min-w-0 flex-wrap items-end gap-x-2">
          {total === null ? (
            <Skeleton className="h-9 w-48" />
          ) : (
            <p
              data-testid="total"
              className="figures text-[min(1.875rem,9cqi)] leading-tight font-semibold wrap-anywhere"
            >
              <SecretText isHidden={isHidden}>
                {formatGlance(format.locale, total, code)}
              </SecretText>
            </p>
          )}
          <select
            aria-label={t('overview.currency')}
            value={code}
            onChange={(event) => onChooseCode(event.target.value)}
            className="h-11 rounded-control bg-transparent font-semibold text-muted"
          >
            {offered.map((each) => (
              <option key={each} value={each} className="bg-surface text-ink">
                {each}
              </option>
            ))}
          </select>
        </div>
      </div>
      <QuickActions />
    </section>
  );
}
