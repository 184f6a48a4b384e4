/** The actions on a contract market: its status, the terms of new orders, and its announced end. */
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import type { OperatorLeverMarket } from '../../../../contract/operator/schemas/lever.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { LEVER_STATUS_CHOICES } from '../../forms/choices.ts';
import {
  KEEP_LEVER_MARKET,
  SET_LEVER_MARKET_STATUS,
  WIND_DOWN_LEVER_MARKET,
} from '../../forms/lever-forms.ts';
import { LEVER_TERMS, SAVE_LEVER_TERMS } from '../../forms/lever-terms-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { StatusChange } from '../parts/status-change.tsx';
import { TermFields } from './term-fields.tsx';

interface LeverMarketProps {
  readonly market: OperatorLeverMarket;
}

/** Buttons and forms of a market. */
export function LeverMarketChanges({ market }: LeverMarketProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <MarketStatus market={market} />
      {!market.is_ended && <TermsChange market={market} />}
      {market.ends_at === null && <WindDown market={market} />}
      {market.ends_at !== null && !market.is_ended && <Keep market={market} />}
    </div>
  );
}

function MarketStatus({ market }: LeverMarketProps) {
  const t = useText('operator');
  const status = useDecision(SET_LEVER_MARKET_STATUS, market, {
    id: String(market.id),
    status: market.status,
  });
  // A market whose end is announced takes no openings.
  const choices = LEVER_STATUS_CHOICES.filter(
    (value) => value !== 'trading' || market.ends_at === null,
  );
  return (
    <StatusChange
      subject={market.name}
      decision={status}
      status={status.form.fields.status}
      choices={choices}
      labelOf={(value) => (value === 'close_only' ? t('lever.close_only') : t(`market.${value}`))}
      onChoose={(chosen) => status.form.edit({ status: chosen })}
    />
  );
}

function TermsChange({ market }: LeverMarketProps) {
  const t = useText('operator');
  const terms = useDecision(SAVE_LEVER_TERMS, market, {
    id: String(market.id),
    lotsMin: String(market.lots_min),
    lotsMax: String(market.lots_max),
    multiples: market.multiples.join(','),
    spreadPpm: String(market.spread_ppm),
    feePpm: String(market.fee_ppm),
    nightPpm: String(market.night_ppm),
    netLimit: market.net_limit,
    grossLimit: market.gross_limit,
    ownerLimit: market.owner_limit,
  });
  return (
    <DecisionButton
      label={t('lever.terms')}
      subject={market.name}
      decision={terms}
      submitLabel={t('save')}
    >
      <p className="text-sm text-muted">{t('lever.termsHint')}</p>
      <TermFields names={LEVER_TERMS} form={terms.form} />
    </DecisionButton>
  );
}

function WindDown({ market }: LeverMarketProps) {
  const t = useText('operator');
  const end = useDecision(WIND_DOWN_LEVER_MARKET, market, {
    id: String(market.id),
    noticeHours: '24',
  });
  const { fields, problems, edit } = end.form;
  return (
    <DecisionButton
      label={t('lever.windDown')}
      subject={market.name}
      decision={end}
      kind="quiet"
      isDanger
    >
      <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
        {t('lever.windDownHint')}
      </p>
      <TextField
        name="noticeHours"
        inputMode="numeric"
        label={t('lever.notice', {
          least: String(CONTRACT_LIMITS.lever_notice_hours_min),
          most: String(CONTRACT_LIMITS.lever_notice_hours_max),
        })}
        value={fields.noticeHours}
        onChange={(noticeHours) => edit({ noticeHours })}
        problem={
          problems.some((one) => one.field === 'noticeHours') ? t('lever.problem') : undefined
        }
      />
    </DecisionButton>
  );
}

function Keep({ market }: LeverMarketProps) {
  const t = useText('operator');
  const keep = useDecision(KEEP_LEVER_MARKET, market, { id: String(market.id) });
  return (
    <DecisionButton label={t('lever.keep')} subject={market.name} decision={keep} kind="quiet">
      <p className="text-sm text-muted">{t('lever.keepHint')}</p>
    </DecisionButton>
  );
}
