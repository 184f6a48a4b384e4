/** The ticket of fast contracts: duration, stake, and the two buttons that name what a win returns. */
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { amountText } from '../../../contract/figures/lever-amount.ts';
import type { MicroProductInfo } from '../../../contract/micro/micro.ts';
import { useIsConnected } from '../../app/core/hooks/use-is-connected.ts';
import { useSession } from '../../app/identity/use-session.ts';
import type { IndexPulse } from '../../app/micro/use-index.ts';
import type { MicroInstrument } from '../../app/micro/use-micro-products.ts';
import type { MicroTicketView } from '../../app/micro/use-micro-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChipButtons, ChipChoice } from '../parts/choice-row.tsx';
import { DecimalField } from '../parts/decimal-field.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { GateHint } from '../parts/gate-hint.tsx';
import { Notice } from '../parts/notice.tsx';
import { RiskGate } from '../parts/risk-gate.tsx';
import { TicketResult, type AcceptedPhase } from './ticket-result.tsx';
import { useMicroProblem } from './use-micro-problem.ts';

interface MicroTicketProps {
  readonly current: MicroInstrument;
  readonly ticket: MicroTicketView;
  readonly pulse: IndexPulse;
  readonly accepted: AcceptedPhase;
}

/** Stakes that one tap fills in, as far as the product allows them. */
const STAKES = [5, 10, 50, 100, 500] as const;

export function MicroTicket({ current, ticket, pulse, accepted }: MicroTicketProps) {
  const t = useText('micro');
  const format = useFormat();
  const { product, isLocked } = ticket;
  const problemOf = useMicroProblem(product, ticket.problems);
  const amount = (text: string) => `${format.amount(text)} ${product.currency_code}`;
  return (
    <section aria-label={t('ticket.title')} className="flex min-w-0 flex-col gap-3">
      <ChipChoice
        label={t('ticket.duration')}
        value={String(product.id)}
        disabled={isLocked}
        onChange={(id) => ticket.chooseProduct(Number(id))}
        options={current.products.map(({ id, seconds, profit_ppm: profit, loss_ppm: loss }) => ({
          value: String(id),
          text: t('verify.seconds', { value: seconds }),
          notes: [`+${format.rate(profit)}`, `−${format.rate(loss)}`],
        }))}
      />
      <fieldset disabled={isLocked} className="flex flex-col gap-2">
        <DecimalField
          name="stake"
          label={t('ticket.stake')}
          value={ticket.stake}
          unit={product.currency_code}
          onChange={ticket.enterStake}
          problem={problemOf('stake')}
          hint={[
            t('ticket.bounds', {
              least: format.amount(product.stake_min),
              most: format.amount(product.stake_max),
            }),
            ...(ticket.available === null
              ? []
              : [t('ticket.available', { amount: amount(ticket.available) })]),
          ].join(' · ')}
        />
        <ChipButtons
          label={t('ticket.stakes')}
          disabled={isLocked}
          onPress={(stake) => ticket.enterStake(String(stake))}
          options={STAKES.filter((stake) => isOffered(product, stake)).map((stake) => ({
            key: stake,
            text: String(stake),
          }))}
        />
      </fieldset>
      <Funds ticket={ticket} />
      <StateNotice product={product} pulse={pulse} />
      <FormProblem problem={problemOf(null)} />
      <RefusalProof ticket={ticket} />
      <Buttons ticket={ticket} pulse={pulse} />
      <TicketResult ticket={ticket} accepted={accepted} />
      <Figures ticket={ticket} />
    </section>
  );
}

const isOffered = (product: MicroProductInfo, stake: number): boolean =>
  stake >= Number(product.stake_min) && stake <= Number(product.stake_max);

/** The way to move money into the account, if it has too little. */
function Funds({ ticket }: Pick<MicroTicketProps, 'ticket'>) {
  const t = useText('micro');
  const { product, available, problems } = ticket;
  const isShort = problems.some(({ error }) => error === 'insufficient_balance');
  if (!isShort && available !== '0') return null;
  const code = product.currency_code;
  return (
    <Link
      to={`/transfer?coin=${code}&from=1&to=4`}
      className="touch-target self-start text-sm font-medium text-accent underline underline-offset-4"
    >
      {t('ticket.addFunds', { currency: code })}
    </Link>
  );
}

/** Copies the proof of a refused order, for the user to keep or to publish. */
function RefusalProof({ ticket }: Pick<MicroTicketProps, 'ticket'>) {
  const t = useText('micro');
  const signed = ticket.problems.find((problem) => problem.signed)?.signed;
  if (signed === undefined) return null;
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      <CopyButton text={`${signed.text} ${signed.signature}`} label={t('ticket.copyRefusal')} />
      {t('ticket.signedRefusal')}
    </p>
  );
}

/** Returns of a win and of a loss, and the share of wins that a user needs. */
function Figures({ ticket }: Pick<MicroTicketProps, 'ticket'>) {
  const t = useText('micro');
  const format = useFormat();
  const { figures, product } = ticket;
  const { profit_ppm: profitPpm, loss_ppm: lossPpm, currency_code: code } = product;
  const amount = (value: bigint | undefined) =>
    value === undefined ? '–' : `${format.amount(amountText(value))} ${code}`;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        <dt className="text-muted">{t('ticket.win')}</dt>
        <dd className="figures text-end">{amount(figures?.win)}</dd>
        <dt className="text-muted">{t('ticket.loss')}</dt>
        <dd className="figures text-end">{amount(figures?.loss)}</dd>
      </dl>
      <p className="text-xs text-muted">
        {t('ticket.rates', { profit: format.rate(profitPpm), loss: format.rate(lossPpm) })}
      </p>
      {figures !== null && (
        <p className="text-xs text-pretty text-muted">
          {t('ticket.breakEven', { share: format.ratio(figures.breakEvenBp) })}
        </p>
      )}
    </div>
  );
}

interface StateNoticeProps {
  readonly product: MicroProductInfo;
  readonly pulse: IndexPulse;
}

/** Explains why no order is taken now; nothing while orders are taken. */
function StateNotice({ product, pulse }: StateNoticeProps) {
  const t = useText('micro');
  const format = useFormat();
  const { next_open: nextOpen, status } = product;
  const text =
    nextOpen !== null
      ? t('notice.closedUntil', { time: format.dateTime(nextOpen) })
      : status === 'halted'
        ? t('notice.halted')
        : pulse === 'waiting' || pulse === 'live'
          ? null
          : t(`notice.${pulse}`);
  return (
    text !== null && (
      <div role="status" data-testid="micro-notice">
        <Notice tone="warn">{text}</Notice>
      </div>
    )
  );
}

const BUTTON = 'w-full flex-col gap-0 px-2 leading-tight text-canvas';
const COLORS = { up: 'bg-up hover:bg-up', down: 'bg-down hover:bg-down' } as const;

/** They are disabled without live prices, and while the market is closed. */
function Buttons({ ticket, pulse }: Pick<MicroTicketProps, 'ticket' | 'pulse'>) {
  const t = useText('micro');
  const c = useText('common');
  const { isVerified } = useSession();
  const isConnected = useIsConnected();
  const format = useFormat();
  const noteId = useId();
  const { product, status, figures } = ticket;
  const win = figures && `+${format.amount(amountText(figures.profit))} ${product.currency_code}`;
  if (!isVerified)
    return (
      <Notice tone="plain" link={{ to: '/user-center', text: c('user.gateGo') }}>
        <GateHint />
      </Notice>
    );
  const isTaken = product.status === 'trading' && product.next_open === null && pulse === 'live';
  const isBlocked = !isTaken || !isConnected || status === 'unknown' || status === 'forgotten';
  return (
    <RiskGate product="micro">
      <div className="grid grid-cols-2 gap-2">
        {(['up', 'down'] as const).map((direction) => (
          <Button
            key={direction}
            disabled={isBlocked}
            pending={status === 'submitting' && ticket.direction === direction}
            aria-describedby={noteId}
            data-testid={`micro-${direction}`}
            className={classNames(BUTTON, COLORS[direction])}
            onClick={() => ticket.submit(direction)}
          >
            {t(`verify.direction.${direction}`)}
            {win !== null && <span className="figures text-xs font-normal">{win}</span>}
          </Button>
        ))}
      </div>
      <p id={noteId} className={classNames('text-xs', isConnected ? 'text-muted' : 'text-warn')}>
        {t(isConnected ? 'ticket.noCancel' : 'ticket.noConnection')}
      </p>
    </RiskGate>
  );
}
