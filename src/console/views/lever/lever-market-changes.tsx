/** The actions on a contract market: its status, the terms of new orders, and its announced end. */
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import type { OperatorLeverMarket } from '../../../../contract/operator/schemas/lever.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { LEVER_STATUS_CHOICES } from '../../forms/choices.ts';
import {
  KEEP_LEVER_MARKET,
  SET_LEVER_MARKET_STATUS,
  WIND_DOWN_LEVER_MARKET,
} from '../../forms/lever-forms.ts';
import { LEVER_TERMS, SAVE_LEVER_TERMS } from '../../forms/lever-terms-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../decision-sheet.tsx';
import { TermFields } from './term-fields.tsx';

interface LeverMarketProps {
  readonly market: OperatorLeverMarket;
}

/** Buttons and forms of a market. */
export function LeverMarketChanges({ market }: LeverMarketProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <StatusChange market={market} />
      {!market.is_ended && <TermsChange market={market} />}
      {market.ends_at === null && <WindDown market={market} />}
      {market.ends_at !== null && !market.is_ended && <Keep market={market} />}
    </div>
  );
}

function StatusChange({ market }: LeverMarketProps) {
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
    <>
      <Button kind="secondary" size="small" onClick={status.open}>
        {t('market.setStatus')}
      </Button>
      <DecisionSheet
        title={`${t('market.setStatus')} · ${market.name}`}
        decision={status}
        submitLabel={t('market.setStatus')}
      >
        <SelectField
          name="status"
          label={t('market.status')}
          value={status.form.fields.status}
          options={choices.map((value) => ({
            value,
            label: value === 'close_only' ? t('lever.close_only') : t(`market.${value}`),
          }))}
          onChange={(chosen) => status.form.edit({ status: chosen })}
        />
      </DecisionSheet>
    </>
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
  const { fields, problems, edit } = terms.form;
  return (
    <>
      <Button kind="secondary" size="small" onClick={terms.open}>
        {t('lever.terms')}
      </Button>
      <DecisionSheet
        title={`${t('lever.terms')} · ${market.name}`}
        decision={terms}
        submitLabel={t('save')}
      >
        <p className="text-sm text-muted">{t('lever.termsHint')}</p>
        <TermFields
          names={LEVER_TERMS}
          fields={fields}
          problems={problems}
          onChange={(field, value) => edit({ [field]: value })}
        />
      </DecisionSheet>
    </>
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
    <>
      <Button kind="quiet" size="small" onClick={end.open}>
        {t('lever.windDown')}
      </Button>
      <DecisionSheet
        title={`${t('lever.windDown')} · ${market.name}`}
        decision={end}
        submitLabel={t('lever.windDown')}
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
      </DecisionSheet>
    </>
  );
}

function Keep({ market }: LeverMarketProps) {
  const t = useText('operator');
  const keep = useDecision(KEEP_LEVER_MARKET, market, { id: String(market.id) });
  return (
    <>
      <Button kind="quiet" size="small" onClick={keep.open}>
        {t('lever.keep')}
      </Button>
      <DecisionSheet
        title={`${t('lever.keep')} · ${market.name}`}
        decision={keep}
        submitLabel={t('lever.keep')}
      >
        <p className="text-sm text-muted">{t('lever.keepHint')}</p>
      </DecisionSheet>
    </>
  );
}
