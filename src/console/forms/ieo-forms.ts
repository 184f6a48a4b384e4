/** The form of the terms of a token offering. */
import { wrongOfferingTerms } from '../../../contract/figures/offering-terms.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import type { OfferingDesk } from '../../../contract/operator/schemas/ieo.ts';
import { blank, numberRules, trimmed, type Texts } from './number-rules.ts';
import type { OperatorForm } from './operator-form.ts';
import { EMPTY, type IdFields } from './record-forms.ts';

type DeskOffering = OfferingDesk['offerings'][number];

/** Numbers in the order of the form. */
export const OFFERING_NUMBERS = [
  'issue_price',
  'step',
  'offered_steps',
  'cap_steps',
  'steps_min',
  'steps_max',
] as const;
/** Times as milliseconds in UTC, in the order of the form. */
export const OFFERING_TIMES = ['preheat_at', 'opens_at', 'closes_at'] as const;
export const OFFERING_CURRENCIES = ['token_currency_id', 'pay_currency_id'] as const;
const TERM_NAMES = [...OFFERING_CURRENCIES, ...OFFERING_NUMBERS, ...OFFERING_TIMES] as const;
type TermName = (typeof TERM_NAMES)[number];

/** The id is empty for a new draft, and the yield if the issuer says nothing. */
export type OfferingFields = IdFields & Texts<TermName> & { readonly yield_ppm: string };

const YIELD_PPM_MAX = 1_000_000_000;

const rules = numberRules<TermName, OfferingFields>(
  { ...EMPTY, ...blank(TERM_NAMES), yield_ppm: '' },
  TERM_NAMES,
  (texts) =>
    wrongOfferingTerms(
      Object.fromEntries(TERM_NAMES.map((name) => [name, Number(texts[name])])) as Record<
        TermName,
        number
      >,
    ),
);
const isWrongYield = (text: string): boolean =>
  text !== '' && (!/^(?:0|[1-9]\d*)$/.test(text) || Number(text) > YIELD_PPM_MAX);

export const SAVE_OFFERING: OperatorForm<'saveOffering', OfferingFields> = {
  name: 'saveOffering',
  rules: {
    ...rules,
    problems: (fields) => [
      ...rules.problems(fields, null),
      ...(isWrongYield(fields.yield_ppm.trim())
        ? [{ field: 'yield_ppm', error: 'invalid_request' } as const]
        : []),
    ],
  },
  request: ({ id, revision, reason, yield_ppm: yieldPpm, ...fields }) => ({
    ...(id !== '' && { id }),
    revision,
    reason: reason.trim(),
    ...trimmed<TermName>(fields, TERM_NAMES),
    ...(yieldPpm.trim() !== '' && { yield_ppm: yieldPpm.trim() }),
  }),
};

/** Returns the terms of a draft as the form has them. */
export function fieldsOfOffering(
  offering: DeskOffering,
): Omit<OfferingFields, 'revision' | 'reason'> {
  const steps = (quantity: string) => String(stepsIn(offering, quantity));
  return {
    id: offering.id,
    token_currency_id: String(offering.token_currency_id),
    pay_currency_id: String(offering.pay_currency_id),
    issue_price: offering.issue_price,
    step: offering.step,
    offered_steps: steps(offering.offered),
    cap_steps: steps(offering.cap),
    steps_min: steps(offering.quantity_min),
    steps_max: steps(offering.quantity_max),
    yield_ppm: offering.yield_ppm === null ? '' : String(offering.yield_ppm),
    preheat_at: String(offering.preheat_at),
    opens_at: String(offering.opens_at),
    closes_at: String(offering.closes_at),
  };
}

/** Returns how many steps a quantity of the offering has; quantities are whole steps. */
export function stepsIn({ step, token_scale: scale }: DeskOffering, quantity: string): bigint {
  const [all, one] = [parseUnits(quantity, scale), parseUnits(step, scale)];
  return all === null || one === null || one === 0n ? 0n : all / one;
}
