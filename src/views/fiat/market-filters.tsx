/** The filters of the fiat market: side, coin, currency, amount and payment kind. */
import { useState, type SyntheticEvent } from 'react';
import { COLLECTION_KINDS } from '../../../contract/people/people-kinds.ts';
import { FIAT_SIDES } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { canonicalAmount } from '../../app/fiat/use-fiat-ads.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconClose, IconSearch } from '../../ui/icons.ts';
import type { MarketChoice } from './market-address.ts';

interface MarketFiltersProps {
  readonly market: FiatMarket;
  readonly choice: MarketChoice;
}

/** Filters by side, coin, currency, amount and payment kind. */
export function MarketFilters({ market, choice }: MarketFiltersProps) {
  const t = useText('fiat');
  const { coin, currency, paymentKind, choose } = choice;
  return (
    <search aria-label={t('market.filters')} className="flex flex-col gap-2 px-gutter pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SideSwitch choice={choice} />
        <select
          aria-label={t('market.currency')}
          value={currency.fiat_code}
          onChange={(event) => choose({ fiat: event.target.value, amount: '' })}
          className="h-11 min-w-0 rounded-control border border-edge bg-surface px-2 font-semibold text-ink"
        >
          {market.currencies.map(({ fiat_code: code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </div>
      <div
        role="group"
        aria-label={t('market.coins')}
        className="no-scrollbar -mx-gutter flex gap-1 overflow-x-auto px-gutter"
      >
        {market.coins.map(({ currency_code: code }) => (
          <button
            key={code}
            type="button"
            aria-pressed={code === coin.currency_code}
            onClick={() => choose({ coin: code })}
            className={classNames(
              'min-h-11 shrink-0 rounded-control px-3 text-sm -outline-offset-2 transition-colors duration-150',
              code === coin.currency_code
                ? 'bg-accent-soft font-semibold text-accent'
                : 'text-muted hover:text-ink',
            )}
          >
            {code}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <AmountFilter key={currency.fiat_code} choice={choice} />
        <FilterChoice
          label={t('market.payment')}
          value={paymentKind ?? ''}
          all={t('market.anyPayment')}
          options={COLLECTION_KINDS.map((kind) => ({ value: kind, label: t(`pay.${kind}`) }))}
          onChange={(pay) => choose({ pay })}
        />
      </div>
    </search>
  );
}

function SideSwitch({ choice: { side: chosen, choose } }: Pick<MarketFiltersProps, 'choice'>) {
  const t = useText('fiat');
  return (
    <div
      role="group"
      aria-label={t('market.side')}
      className="flex min-w-0 flex-auto basis-56 flex-wrap gap-0.5 rounded-control bg-sunken p-0.5 md:max-w-xs"
    >
      {FIAT_SIDES.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={side === chosen}
          onClick={() => choose({ side })}
          className={classNames(
            'min-h-11 flex-auto basis-20 rounded-[8px] px-2 font-semibold transition-colors duration-150',
            side !== chosen && 'text-muted hover:text-ink',
            side === chosen && (side === 'buy' ? 'bg-up text-canvas' : 'bg-down text-canvas'),
          )}
        >
          {t(`side.${side}`)}
        </button>
      ))}
    </div>
  );
}

/** Filters by ads that accept an order of this amount; applied when the user has stopped typing. */
function AmountFilter({ choice }: Pick<MarketFiltersProps, 'choice'>) {
  const t = useText('fiat');
  const [typed, setTyped] = useState(choice.amount);
  const [applied, setApplied] = useState(choice.amount);
  if (applied !== choice.amount) {
    setApplied(choice.amount);
    setTyped(choice.amount);
  }
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    choice.choose({ amount: canonicalAmount(typed, choice.currency.scale) });
  };
  return (
    <form onSubmit={apply} className="min-w-0 flex-auto basis-40 md:max-w-xs">
      <div className="flex h-11 items-center rounded-control border border-edge bg-surface focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <DecimalInput
          enterKeyHint="search"
          aria-label={t('market.amount', { currency: choice.currency.fiat_code })}
          placeholder={t('market.amount', { currency: choice.currency.fiat_code })}
          value={typed}
          onChange={setTyped}
          onBlur={apply}
          className="figures h-full min-w-0 flex-1 bg-transparent ps-3 text-sm text-ink outline-none placeholder:text-faint"
        />
        {typed === '' ? (
          <IconSearch aria-hidden className="me-3 size-4.5 shrink-0 text-faint" />
        ) : (
          <IconButton
            icon={IconClose}
            label={t('market.clearAmount')}
            onClick={() => {
              setTyped('');
              choice.choose({ amount: '' });
            }}
            className="text-muted"
          />
        )}
      </div>
    </form>
  );
}
