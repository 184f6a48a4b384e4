/** The ticket that opens a contract position. */
import { useId, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { countsForOpenings } from '../../../contract/figures/lever-set-aside.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { useIsConnected } from '../../app/core/hooks/use-is-connected.ts';
import { useSession } from '../../app/identity/use-session.ts';
import { takesOrders } from '../../app/lever/use-lever-markets.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../parts/form-problem.tsx';
import { GateHint } from '../parts/gate-hint.tsx';
import { Notice } from '../parts/notice.tsx';
import { RiskGate } from '../parts/risk-gate.tsx';
import { DirectionChoice, TypeChoice } from './direction-choice.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import { MarketStateNotice } from './mark-badge.tsx';
import { SetAsideNotice } from '../parts/lever/set-aside-notice.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import {
  LimitField,
  LotsField,
  MultipleField,
  ShareSlider,
  TargetInput,
} from './ticket-fields.tsx';
import { TicketOutcome } from './ticket-outcome.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { useLeverProblem } from './use-lever-problem.ts';

interface LeverTicketProps {
  readonly pair: LeverPair;
  readonly pairs: readonly LeverPair[];
  readonly ticket: LeverTicketView;
  /** Null while the account is unknown. */
  readonly portfolio: Portfolio | null;
}

/** Fields, figures with their formulas, and the button that names direction and amount. */
export function LeverTicket({ pair, pairs, ticket, portfolio }: LeverTicketProps) {
  const t = useText('lever');
  const { fields, mark, isLocked } = ticket;
  const { formRef, noteAttempt } = useFocusFirstProblem(ticket.status === 'submitting');
  const problem = useLeverProblem(pair.market, ticket.problems)(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ticket.submit();
    noteAttempt();
  };
  return (
    <section aria-labelledby="lever-ticket-title" className="min-w-0">
      <h2 id="lever-ticket-title" className="sr-only">
        {t('ticket.title')}
      </h2>
      {/* The focus scrolls a part to above the button, which covers the end of the window. */}
      <form
        ref={formRef}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-3 lg:[&>:not(:last-child)_*]:scroll-mb-20"
      >
        <DirectionChoice
          value={fields.direction}
          disabled={isLocked}
          onChange={ticket.chooseDirection}
        />
        <TypeChoice value={fields.type} disabled={isLocked} onChange={ticket.chooseType} />
        <LimitField pair={pair} ticket={ticket} />
        <MultipleField pair={pair} ticket={ticket} />
        <LotsField pair={pair} ticket={ticket} />
        <ShareSlider pair={pair} ticket={ticket} usable={portfolio?.usable ?? null} />
        <Targets pair={pair} ticket={ticket} />
        <TicketFigures pair={pair} ticket={ticket} />
        <SetAsideNotice
          setAside={portfolio?.setAside.filter(({ doubt }) => countsForOpenings(doubt)) ?? []}
          pairs={pairs}
          code={pair.code}
        />
        <Funds pair={pair} ticket={ticket} portfolio={portfolio} />
        <MarketStateNotice market={pair.market} mark={mark} />
        {/* The button and its outcome stay in view on a desktop. */}
        <div className="z-10 flex flex-col gap-3 bg-canvas lg:sticky lg:bottom-0 lg:-my-2 lg:py-2">
          <FormProblem problem={problem} />
          <SubmitButton pair={pair} ticket={ticket} />
          <TicketOutcome pair={pair} ticket={ticket} />
        </div>
      </form>
    </section>
  );
}

type PartProps = Pick<LeverTicketProps, 'pair' | 'ticket'>;

/** Take-profit and stop-loss, closed until they are wanted. */
function Targets({ pair, ticket }: PartProps) {
  const t = useText('lever');
  const { takeProfit, stopLoss } = ticket.fields;
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || takeProfit !== '' || stopLoss !== '';
  const toggle = (isChecked: boolean) => {
    setWanted(isChecked);
    if (!isChecked) ticket.edit({ takeProfit: '', stopLoss: '' });
  };
  return (
    <div className="flex flex-col gap-3">
      <Checkbox checked={isOpen} onChange={toggle}>
        {t('ticket.targets')}
      </Checkbox>
      {isOpen && (
        <>
          <TargetInput pair={pair} ticket={ticket} field="takeProfit" />
          <TargetInput pair={pair} ticket={ticket} field="stopLoss" />
        </>
      )}
    </div>
  );
}

/** The way to move money into the account, if it has too little. */
function Funds({ pair, ticket, portfolio }: Omit<LeverTicketProps, 'pairs'>) {
  const t = useText('lever');
  const isShort = ticket.problems.some(({ error }) => error === 'insufficient_margin');
  if (!isShort && portfolio?.usable !== 0n) return null;
  return (
    <Link
      to={`/transfer?coin=${pair.code}&from=1&to=2`}
      className="touch-target self-start text-sm font-medium text-accent underline underline-offset-4"
    >
      {t('ticket.addFunds', { currency: pair.code })}
    </Link>
  );
}

/**
 * Names its action and the amount that it takes, in the color of the direction. It is disabled without a connection, because
 * marks are old then.
 */
function SubmitButton({ pair, ticket }: PartProps) {
  const t = useText('lever');
  const format = useFormat();
  const { isVerified } = useSession();
  const isConnected = useIsConnected();
  const noteId = useId();
  const { fields, figures, status, mark } = ticket;
  if (!isVerified)
    return (
      <Notice tone="plain" link={{ to: '/user-center', text: t('common:user.gateGo') }}>
        <GateHint />
      </Notice>
    );
  const needed = figures === null ? '' : shortAmount(format, figures.needed, pair.code, 'ceil');
  return (
    <RiskGate product="lever">
      <Button
        type="submit"
        disabled={
          !takesOrders(mark) || !isConnected || status === 'unknown' || status === 'forgotten'
        }
        pending={status === 'submitting'}
        aria-describedby={isConnected ? undefined : noteId}
        data-testid="open-position"
        className={classNames(
          'w-full px-2 text-canvas',
          fields.direction === 'long' ? 'bg-up hover:bg-up' : 'bg-down hover:bg-down',
        )}
      >
        {t(`ticket.open.${fields.direction}`)}
        {needed !== '' && ` · ${needed}`}
      </Button>
      {!isConnected && (
        <p id={noteId} className="text-sm text-warn">
          {t('ticket.noConnection')}
        </p>
      )}
    </RiskGate>
  );
}
