/** The hook of the ticket that opens a contract position in one market. */
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import {
  entryOf,
  lotsOf,
  lotsOfPercent,
  multipleOf,
  percentOfUsable,
  suggestedLimit,
  targetTicks,
  ticketFigures,
  worstEntry,
  type LeverTicketFigures,
} from '../../../machines/app/lever/lever-ticket.figures.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { KnownMark } from '../../../machines/app/lever/order-waits.ts';
import { priceOfTicks, ticksOf } from '../../../machines/app/lever/lever-prices.ts';
import { shownTicketProblems } from '../../../machines/app/lever/lever-ticket.rules.ts';
import type {
  LeverTicketFacts,
  LeverTicketField,
  LeverTicketFields,
} from '../../../machines/app/lever/lever-ticket.types.ts';
import type { TargetField } from '../../../machines/app/lever/targets.rules.ts';
import { stepped } from '../../../machines/app/spot/order-ticket.figures.ts';
import type { Problem, ProblemName } from '../../../machines/app/core/problem.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';
import { leverTicketForm } from './lever-order-forms.ts';
import { useLeverMark } from './use-lever-markets.ts';
import { usePlacedOrder } from './use-placed-order.ts';

export interface LeverTicketView {
  /** unknown and forgotten: the order may have been placed, see `useSubmission`. */
  readonly status: 'editing' | 'submitting' | 'unknown' | 'forgotten';
  readonly isLocked: boolean;
  readonly fields: LeverTicketFields;
  readonly mark: KnownMark;
  readonly problems: readonly Problem<LeverTicketField>[];
  /** Null until size and price are filled in. */
  readonly figures: LeverTicketFigures | null;
  /** Part of the usable margin that the order takes, in whole percents. */
  readonly percent: number;
  /**
   * The most lots that the usable margin pays, as text; empty when it pays too few. Null while account or price is unknown.
   */
  readonly coveredLots: string | null;
  /** The last accepted order as it is now; null before it, and during the next one. */
  readonly placed: LeverOrderInfo | null;
  readonly failure: ProblemName | null;
  edit(fields: Partial<LeverTicketFields>): void;
  chooseDirection(direction: LeverTicketFields['direction']): void;
  chooseType(type: LeverTicketFields['type']): void;
  choosePercent(percent: number): void;
  /** Sets a target at a profit or loss of `percent` of the margin. */
  chooseTarget(target: TargetField, percent: number): void;
  stepLots(direction: 1 | -1): void;
  stepPrice(field: 'price' | TargetField, direction: 1 | -1): void;
  submit(): void;
  /** Queries the outcome; nothing is sent again. */
  ask(): void;
  abandon(): void;
}

/** The first multiple of an untouched ticket: moderate, if the market offers it. */
const FIRST_MULTIPLE = 5;

const firstMultiple = ({ multiples }: LeverMarketInfo): string =>
  String(multiples.find((offered) => offered >= FIRST_MULTIPLE) ?? multiples.at(-1) ?? '');

const NO_TARGETS = { takeProfit: '', stopLoss: '' } as const;

/** The ticket of a market; must be remounted for another market. */
export function useLeverTicket(
  market: LeverMarketInfo,
  portfolio: Portfolio | null,
): LeverTicketView {
  const mark = useLeverMark(market);
  const [placed, setPlaced] = usePlacedOrder();
  const form = useSubmission(leverTicketForm, {
    subject: String(market.id),
    initial: { marketId: String(market.id), multiple: firstMultiple(market) },
  });
  const { fields, edit } = form;
  const facts: LeverTicketFacts = { market, mark, portfolio };
  useWhenDone(form.status, () => {
    setPlaced(form.answer);
    form.reset();
    edit({ ...fields, ...NO_TARGETS, lots: '' });
  });
  const figures = ticketFigures(fields, facts);
  return {
    status: form.status === 'done' ? 'submitting' : form.status,
    isLocked: form.status !== 'editing',
    fields,
    mark,
    problems: shownTicketProblems(form.problems, fields, facts),
    figures,
    percent: percentOfUsable(figures, portfolio),
    coveredLots: lotsOfPercent(fields, facts, 100),
    placed,
    failure: form.failure,
    ...ticketChoices(fields, facts, edit),
    submit() {
      setPlaced(null);
      const entry = entryOf(fields, facts)?.entry;
      if (entry !== undefined)
        edit({ worst: priceOfTicks(market, worstEntry(fields.direction, entry)) });
      edit({ feePpm: String(market.fee_ppm), nightPpm: String(market.night_ppm) });
      form.submit(facts);
    },
    ask: form.ask,
    abandon: form.abandon,
  };
}

/** The edits that compute a field from others. */
function ticketChoices(
  fields: LeverTicketFields,
  facts: LeverTicketFacts,
  edit: (fields: Partial<LeverTicketFields>) => void,
) {
  const { market, mark } = facts;
  const limitFor = (direction: LeverTicketFields['direction']): string => {
    const ticks = ticksOf(market, mark.price ?? '');
    return ticks === null ? '' : priceOfTicks(market, suggestedLimit(direction, ticks));
  };
  return {
    edit,
    chooseDirection(direction: LeverTicketFields['direction']) {
      // Targets of the other direction are on the wrong sides.
      const price = fields.type === 'limit' ? limitFor(direction) : '';
      edit({ direction, price, ...NO_TARGETS });
    },
    chooseType(type: LeverTicketFields['type']) {
      edit({ type, price: type === 'limit' ? limitFor(fields.direction) : '' });
    },
    choosePercent(percent: number) {
      const lots = lotsOfPercent(fields, facts, percent);
      if (lots !== null) edit({ lots });
    },
    chooseTarget(target: TargetField, percent: number) {
      const entry = entryOf(fields, facts)?.entry;
      const multiple = multipleOf(fields, facts);
      if (entry === undefined || multiple === null) return;
      const ticks = targetTicks(target, percent, { direction: fields.direction, multiple, entry });
      if (ticks !== null) edit({ [target]: priceOfTicks(market, ticks) });
    },
    stepLots(direction: 1 | -1) {
      const lots = (lotsOf(fields.lots) ?? 0) + direction;
      edit({ lots: String(Math.min(Math.max(lots, market.lots_min), market.lots_max)) });
    },
    stepPrice(field: 'price' | TargetField, direction: 1 | -1) {
      const from = fields[field] === '' ? (mark.price ?? '') : fields[field];
      edit({ [field]: stepped(from, market.price_scale, direction) });
    },
  };
}
