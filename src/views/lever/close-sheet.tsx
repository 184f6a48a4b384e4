/** The sheet that closes several positions with one click. */
import { useId, useState, type ReactNode } from 'react';
import type { ClosingScope } from '../../../machines/app/lever/closing.rules.ts';
import type { Portfolio, PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import { useClosingPreview } from '../../app/lever/use-closing-preview.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useIsOnline } from '../../ui/use-online.ts';
import { ChipChoice } from '../parts/choice-row.tsx';
import { ExplainedName } from './explained-name.tsx';
import { profitText, shortAmount } from '../parts/lever/lever-text.ts';
import { ProfitText } from './profit-text.tsx';
import { pairOf, type LeverPair } from '../parts/lever/use-lever-pairs.ts';

const HOLD_MS = 600;
const DIRECTIONS = ['long', 'short'] as const;

interface CloseSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly portfolio: Portfolio;
  readonly pairs: readonly LeverPair[];
  readonly code: string;
  readonly actions: LeverActions;
}

/** How many positions are closed, their profit at the marks of now, and which ones wait for a price. */
export function CloseSheet(props: CloseSheetProps) {
  const t = useText('lever');
  return (
    <Sheet isOpen={props.isOpen} onClose={props.onClose} title={t('closeAll.title')}>
      <CloseChoice {...props} />
    </Sheet>
  );
}

/** The value of a choice: a scope, or one market. */
type Choice = Exclude<ClosingScope, 'market'> | `market ${number}`;

function CloseChoice({ onClose, portfolio, pairs, code, actions }: CloseSheetProps) {
  const t = useText('lever');
  const format = useFormat();
  const isOnline = useIsOnline();
  const hintId = useId();
  const [choice, setChoice] = useState<Choice>('all');
  const held = pairs.filter(({ market }) => portfolio.exposures.has(market.id));
  const chosen = held.find(({ market }) => choice === `market ${market.id}`);
  const marketId = chosen?.market.id ?? null;
  const scope = isMarket(choice) ? 'market' : choice;
  const { positions, profit, nights, waiting } = useClosingPreview(portfolio, scope, marketId);
  const options = [
    { value: 'all' as const, text: t('closeAll.all') },
    ...DIRECTIONS.map((value) => ({ value, text: t(`direction.${value}`) })),
    ...held.map(({ market, label }) => ({ value: `market ${market.id}` as const, text: label })),
  ];
  const close = () => {
    actions.closeAll(scope, marketId);
    onClose();
  };
  return (
    <div className="flex flex-col gap-3 px-5 pb-6">
      <ChipChoice
        label={t('closeAll.which')}
        value={choice}
        options={options}
        disabled={false}
        onChange={setChoice}
      />
      <DetailList>
        <DetailRow name={t('closeAll.count')}>
          <span data-testid="closing-count">{format.amount(String(positions.length))}</span>
        </DetailRow>
        <ClosingSum
          title={t('closeAll.profit')}
          rule={t('rule.profits')}
          parts={positions.map((each) => [each, profitText(format, each.profit, code)])}
          pairs={pairs}
        >
          <ProfitText profit={profit} code={code} />
        </ClosingSum>
        <ClosingSum
          title={t('figure.nights')}
          rule={t('rule.allNights')}
          parts={positions.map((each) => [each, shortAmount(format, each.nights, code, 'ceil')])}
          pairs={pairs}
        >
          {shortAmount(format, nights, code, 'ceil')}
        </ClosingSum>
      </DetailList>
      {waiting > 0 && (
        <p className="text-sm text-warn">{t('closeAll.waiting', { count: waiting })}</p>
      )}
      <p id={hintId} className="text-sm text-muted">
        {isOnline ? t('closeAll.hint') : t('ticket.noConnection')}
      </p>
      <HoldButton
        holdMs={HOLD_MS}
        onHeld={close}
        disabled={positions.length === 0 || !isOnline}
        pending={actions.isClosingAll}
        describedBy={hintId}
      >
        {t('closeAll.title')}
      </HoldButton>
    </div>
  );
}

interface ClosingSumProps extends Pick<CloseSheetProps, 'pairs'> {
  readonly title: string;
  readonly rule: string;
  /** Each position with its part of the sum. */
  readonly parts: readonly (readonly [PositionValue, string])[];
  readonly children: ReactNode;
}

/** A sum over positions; a tap on its name lists the parts. */
function ClosingSum({ title, rule, parts, pairs, children }: ClosingSumProps) {
  const t = useText('lever');
  const lines = parts.map(([{ order, market }, part]) => {
    const size = t('order.size', { count: order.lots, multiple: order.multiple });
    const label = pairOf(pairs, market.id)?.label ?? '';
    return `${label} ${t(`direction.${order.direction}`)} ${size}: ${part}`;
  });
  return (
    <DetailRow name={<ExplainedName formula={{ title, rule, lines }} />}>{children}</DetailRow>
  );
}

const isMarket = (choice: Choice): choice is `market ${number}` => choice.startsWith('market ');
