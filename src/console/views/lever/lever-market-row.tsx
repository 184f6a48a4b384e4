/** One contract market: status, mark, sources, exposure and terms. */
import type { OperatorLeverMarket } from '../../../../contract/operator/schemas/lever.ts';
import { SECOND_MS } from '../../../../contract/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { LeverLimits } from './lever-limits.tsx';
import { LeverMarketChanges } from './lever-market-changes.tsx';
import { LeverTermsText } from './lever-terms-text.tsx';

const TONE = { trading: 'up', close_only: 'warn', halted: 'down' } as const;

interface LeverMarketProps {
  readonly market: OperatorLeverMarket;
}

/** A market with the actions on it. */
export function LeverMarketRow({ market }: LeverMarketProps) {
  const t = useText('operator');
  const format = useFormat();
  const { status, name, mark } = market;
  return (
    <section aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {name}
            <span className="tabular-nums">
              {mark.mark === null
                ? t('lever.noPrice')
                : format.price(mark.mark, market.price_scale)}
            </span>
            <Badge tone={TONE[status]}>
              {status === 'close_only' ? t('lever.close_only') : t(`market.${status}`)}
            </Badge>
            {mark.mark_state !== 'live' && (
              <Badge tone="warn">{t(`lever.${mark.mark_state}`)}</Badge>
            )}
            {mark.close_only && <Badge tone="warn">{t('lever.breaker')}</Badge>}
            {market.ends_at !== null && (
              <Badge tone="down">
                {t(market.is_ended ? 'lever.ended' : 'lever.ends', {
                  time: format.dateTime(market.ends_at),
                })}
              </Badge>
            )}
          </h2>
          <p className="text-sm text-muted">
            {t('lever.exposure', {
              longs: format.amount(market.longs),
              shorts: format.amount(market.shorts),
              currency: market.settle_currency_code,
            })}
          </p>
          <LeverTermsText terms={market} />
        </div>
        <LeverMarketChanges market={market} />
      </div>
      <LeverLimits limits={market.limits} code={market.settle_currency_code} />
      <Sources market={market} />
      <LastActNote act={market.last_act} kind="lever_market" id={String(market.id)} />
    </section>
  );
}

/** Latest price of each source, also of one without any; a tap shows them. */
function Sources({ market }: LeverMarketProps) {
  const t = useText('operator');
  const format = useFormat();
  const used = market.sources.filter((source) => source.is_used).length;
  const textOf = ({ source, price, age_ms: ageMs }: OperatorLeverMarket['sources'][number]) =>
    price === null || ageMs === null
      ? t('lever.sourceSilent', { source })
      : t('lever.source', {
          source,
          price: format.price(price, market.price_scale),
          seconds: String(Math.floor(ageMs / SECOND_MS)),
        });
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2 text-accent">
        {t('lever.sources')} · {used} / {market.sources.length}
      </summary>
      <ul className="flex flex-col gap-1 pb-2 tabular-nums">
        {market.sources.map((source) => (
          <li key={source.source} className="flex flex-wrap items-center gap-2">
            <bdi>{textOf(source)}</bdi>
            {!source.is_used && <Badge tone="warn">{t('lever.ignored')}</Badge>}
          </li>
        ))}
      </ul>
    </details>
  );
}
