/** The fields of the contract ticket: limit price, lots, multiple, share of the usable margin, targets. */
import type { TargetField } from '../../../machines/app/lever/targets.rules.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DecimalStepper } from '../../ui/decimal-stepper.tsx';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import { ChipButtons, ChipChoice } from '../parts/choice-row.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import { ProfitText } from './profit-text.tsx';
import { StopOutFirst } from './stop-out-first.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { useLeverProblem } from './use-lever-problem.ts';

interface FieldProps {
  readonly pair: LeverPair;
  readonly ticket: LeverTicketView;
}

/** The limit price; nothing for a market order. */
export function LimitField({ pair, ticket }: FieldProps) {
  const t = useText('lever');
  const problem = useLeverProblem(pair.market, ticket.problems)('price');
  if (ticket.fields.type === 'market') return null;
  return (
    <DecimalStepper
      label={t('ticket.price', { currency: pair.quote })}
      value={ticket.fields.price}
      onChange={(price) => ticket.edit({ price })}
      onStep={(direction) => ticket.stepPrice('price', direction)}
      stepLabels={{ down: t('ticket.priceDown'), up: t('ticket.priceUp') }}
      problem={problem}
      disabled={ticket.isLocked}
    />
  );
}

/** Whole lots, with the size of one, and the bounds of market and account. */
export function LotsField({ pair, ticket }: FieldProps) {
  const t = useText('lever');
  const format = useFormat();
  const { market, base } = pair;
  const problem = useLeverProblem(market, ticket.problems)('lots');
  return (
    <DecimalStepper
      label={t('ticket.lots', { size: `${format.amount(market.lot_size)} ${base}` })}
      value={ticket.fields.lots}
      onChange={(lots) => ticket.edit({ lots })}
      onStep={ticket.stepLots}
      stepLabels={{ down: t('ticket.lotsDown'), up: t('ticket.lotsUp') }}
      problem={problem}
      hint={<LotsHint market={market} coveredLots={ticket.coveredLots} />}
      disabled={ticket.isLocked}
    />
  );
}

interface LotsHintProps extends Pick<LeverTicketView, 'coveredLots'> {
  readonly market: LeverPair['market'];
}

/** The lots that the market allows, and the most that the usable margin pays at this multiple. */
function LotsHint({ market, coveredLots: covered }: LotsHintProps) {
  const t = useText('lever');
  const format = useFormat();
  const lots = (count: number | string) => format.amount(String(count));
  return (
    <p data-testid="lots-bounds" className="text-muted">
      {t('ticket.lotsRange', { least: lots(market.lots_min), most: lots(market.lots_max) })}{' '}
      {covered !== null &&
        (covered === ''
          ? t('ticket.lotsUncovered')
          : t('ticket.lotsCovered', { covered: lots(covered) }))}
    </p>
  );
}

export function MultipleField({ pair, ticket }: FieldProps) {
  const t = useText('lever');
  return (
    <ChipChoice
      label={t('ticket.multiple')}
      value={ticket.fields.multiple}
      disabled={ticket.isLocked}
      onChange={(multiple) => ticket.edit({ multiple })}
      options={pair.market.multiples.map((multiple) => ({
        value: String(multiple),
        text: `×${multiple}`,
      }))}
    />
  );
}

interface ShareSliderProps extends FieldProps {
  /** Units; null while the account is unknown. */
  readonly usable: bigint | null;
}

/** Sets the lots by a share of the usable margin. */
export function ShareSlider({ pair, ticket, usable }: ShareSliderProps) {
  const t = useText('lever');
  const format = useFormat();
  return (
    <PercentSlider
      label={t('ticket.share')}
      value={ticket.percent}
      valueText={t('ticket.shareOf', {
        percent: ticket.percent,
        usable: shortAmount(format, usable ?? 0n, pair.code, 'floor'),
      })}
      markLabel={(percent) => t('ticket.percent', { percent })}
      tone={ticket.fields.direction === 'long' ? 'up' : 'down'}
      disabled={ticket.isLocked || ticket.coveredLots === null}
      onChange={ticket.choosePercent}
    />
  );
}

/** Profit or loss per margin that one tap chooses. */
const TARGET_PERCENTS: Readonly<Record<TargetField, readonly number[]>> = {
  takeProfit: [10, 25, 50, 100],
  stopLoss: [10, 25, 50],
};

/** A target price with the money at it, or with the stop-out price that comes first. */
export function TargetInput({ pair, ticket, field }: FieldProps & { readonly field: TargetField }) {
  const t = useText('lever');
  const { figures, fields, isLocked } = ticket;
  const problem = useLeverProblem(pair.market, ticket.problems)(field);
  const profit = field === 'takeProfit' ? figures?.atTakeProfit : figures?.atStopLoss;
  const stopOut = field === 'takeProfit' ? null : (figures?.stopOutBefore ?? null);
  const sign = field === 'takeProfit' ? '+' : '−';
  return (
    <div className="flex flex-col gap-1.5">
      <DecimalStepper
        label={t('ticket.target', { target: t(`target.${field}`), currency: pair.quote })}
        value={fields[field]}
        onChange={(price) => ticket.edit({ [field]: price })}
        onStep={(direction) => ticket.stepPrice(field, direction)}
        stepLabels={{ down: t('ticket.priceDown'), up: t('ticket.priceUp') }}
        problem={problem}
        hint={
          stopOut !== null ? (
            <StopOutFirst pair={pair} ticks={stopOut} />
          ) : (
            profit !== null &&
            profit !== undefined && (
              <p className="text-muted">
                {t('ticket.profitThere')} <ProfitText profit={profit} code={pair.code} />
              </p>
            )
          )
        }
        disabled={isLocked}
      />
      <ChipButtons
        label={t('ticket.targetShare', { target: t(`target.${field}`) })}
        disabled={isLocked}
        onPress={(percent) => ticket.chooseTarget(field, percent)}
        options={TARGET_PERCENTS[field].map((percent) => ({
          key: percent,
          text: `${sign}${t('ticket.percent', { percent })}`,
        }))}
      />
    </div>
  );
}
