/** Checks of the ticket that opens a contract position, as the server makes them. */
import { canonicalDecimal } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import { entryOf, lotsOf, multipleOf, ticketFigures } from './lever-ticket.figures.ts';
import { ticksOf } from './lever-prices.ts';
import type {
  LeverTicketFacts,
  LeverTicketField,
  LeverTicketFields,
} from './lever-ticket.types.ts';
import { NO_TARGETS, targetProblem, type TargetLimits } from './targets.rules.ts';

/** Returns the prices that the targets of a new order are compared with. */
function targetLimitsOf(fields: LeverTicketFields, facts: LeverTicketFacts): TargetLimits {
  const at = entryOf(fields, facts);
  return {
    direction: fields.direction,
    takeProfitFrom: at?.entry ?? null,
    stopLossFrom: (fields.type === 'limit' ? at?.entry : at?.mark) ?? null,
    present: NO_TARGETS,
  };
}

function lotsProblem(fields: LeverTicketFields, facts: LeverTicketFacts): ProblemName | null {
  const lots = lotsOf(fields.lots);
  if (lots === null) return 'invalid_request';
  const { lots_min: least, lots_max: most } = facts.market;
  if (lots < least || lots > most) return 'lots_out_of_bounds';
  const needed = ticketFigures(fields, facts)?.needed;
  const usable = facts.portfolio?.usable;
  const isCovered = needed === undefined || usable === undefined || needed <= usable;
  return isCovered ? null : 'insufficient_margin';
}

function priceProblem(fields: LeverTicketFields, facts: LeverTicketFacts): ProblemName | null {
  if (fields.type === 'market') return null;
  const price = canonicalDecimal(fields.price);
  if (price === null || price === '0') return 'invalid_request';
  const ticks = ticksOf(facts.market, price);
  if (ticks === null) return 'price_not_on_tick';
  const mark = ticksOf(facts.market, facts.mark.price ?? '');
  if (mark === null) return null;
  const isRight = fields.direction === 'long' ? ticks < mark : ticks > mark;
  return isRight ? null : 'limit_price_wrong_side';
}

/** Returns all problems that the app can see before the order is sent. */
export function leverTicketProblems(
  fields: LeverTicketFields,
  facts: LeverTicketFacts,
): readonly Problem<LeverTicketField>[] {
  const limits = targetLimitsOf(fields, facts);
  const found: readonly (readonly [LeverTicketField, ProblemName | null])[] = [
    ['price', priceProblem(fields, facts)],
    ['lots', lotsProblem(fields, facts)],
    ['multiple', multipleOf(fields, facts) === null ? 'multiple_not_offered' : null],
    ['takeProfit', targetProblem('takeProfit', fields.takeProfit, facts.market, limits)],
    ['stopLoss', targetProblem('stopLoss', fields.stopLoss, facts.market, limits)],
  ];
  return found.flatMap(([field, error]) => (error === null ? [] : [{ field, error }]));
}

/** Problems that are shown during typing; the others only after a tap on the button. */
const SHOWN_AT_ONCE: readonly ProblemName[] = [
  'price_not_on_tick',
  'lots_out_of_bounds',
  'limit_price_wrong_side',
  'take_profit_wrong_side',
  'stop_loss_wrong_side',
  'insufficient_margin',
];

/**
 * Returns the problems to show: those of the last attempt, and those of other fields that are shown during typing.
 */
export function shownTicketProblems(
  attempted: readonly Problem<LeverTicketField>[],
  fields: LeverTicketFields,
  facts: LeverTicketFacts,
): readonly Problem<LeverTicketField>[] {
  const known = new Set(attempted.map(({ field }) => field));
  const typed = leverTicketProblems(fields, facts).filter(
    ({ field, error }) => SHOWN_AT_ONCE.includes(error) && !known.has(field),
  );
  return [...attempted, ...typed];
}

export const LEVER_TICKET_RULES: SubmissionRules<LeverTicketFields, LeverTicketFacts> = {
  empty: {
    marketId: '',
    direction: 'long',
    type: 'market',
    lots: '',
    multiple: '',
    price: '',
    takeProfit: '',
    stopLoss: '',
    worst: '',
    feePpm: '',
    nightPpm: '',
  },
  problems: leverTicketProblems,
  refusals: {
    lots_out_of_bounds: 'lots',
    insufficient_margin: 'lots',
    multiple_not_offered: 'multiple',
    price_not_on_tick: 'price',
    limit_price_wrong_side: 'price',
    take_profit_wrong_side: 'takeProfit',
    stop_loss_wrong_side: 'stopLoss',
  },
  secrets: [],
};
