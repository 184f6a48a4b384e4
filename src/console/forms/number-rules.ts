/** Rules of forms of numbers: each is within its bounds, and all go together. */
import { CONTRACT_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { isCanonicalDecimal } from '../../../contract/money/decimal.ts';
import type { SubmissionRules } from '../../../machines/app/core/submission.machine.ts';
import {
  decisionRules,
  type RecordFields,
} from '../../../machines/app/operator/operator-decision.rules.ts';

export type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Bounds of quantities in steps of an offering. */
const STEPS = [1, CONTRACT_LIMITS.offering_steps_max] as const;
/** Bounds of the fields that are whole numbers; the others are amounts above zero. */
const WHOLE: Readonly<Record<string, readonly [least: number, most: number]>> = {
  seconds: [CONTRACT_LIMITS.micro_seconds_min, CONTRACT_LIMITS.micro_seconds_max],
  profit_ppm: [1, CONTRACT_LIMITS.micro_loss_ppm_max],
  loss_ppm: [1, CONTRACT_LIMITS.micro_loss_ppm_max],
  cycle_days: [1, CONTRACT_LIMITS.staking_cycle_days_max],
  daily_ppb: [1, CONTRACT_LIMITS.staking_daily_ppb_max],
  offered_steps: STEPS,
  cap_steps: STEPS,
  steps_min: STEPS,
  steps_max: STEPS,
  price_scale: [0, LIMITS.spot_price_scale_max],
  quantity_scale: [0, LIMITS.spot_quantity_scale_max],
  price_band_ppm: [1, LIMITS.spot_price_band_ppm_max],
  maker_fee_ppm: [0, LIMITS.spot_fee_ppm_max],
  taker_fee_ppm: [0, LIMITS.spot_fee_ppm_max],
};

function isWrong(name: string, text: string): boolean {
  if (!isCanonicalDecimal(text)) return true;
  const bounds = WHOLE[name];
  if (bounds === undefined) return Number(text) <= 0;
  return !/^\d+$/.test(text) || Number(text) < bounds[0] || Number(text) > bounds[1];
}

export const trimmed = <Name extends string>(
  fields: Texts<Name>,
  names: readonly Name[],
): Texts<Name> =>
  Object.fromEntries(names.map((name) => [name, fields[name].trim()])) as Record<Name, string>;
export const blank = <Name extends string>(names: readonly Name[]): Texts<Name> =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;

/** Rules of a form of numbers. @param wrongTogether fields that do not go with the others. */
export function numberRules<Name extends string, Fields extends RecordFields & Texts<Name>>(
  empty: Fields,
  names: readonly Name[],
  wrongTogether: (fields: Texts<Name>) => readonly string[],
): SubmissionRules<Fields, null> {
  const rules = decisionRules<Fields>(empty);
  return {
    ...rules,
    problems: (fields) => {
      const texts = trimmed<Name>(fields, names);
      const single: readonly string[] = names.filter((name) => isWrong(name, texts[name]));
      const wrong = single.length > 0 ? single : wrongTogether(texts);
      const problems = wrong.map((field) => ({ field, error: 'invalid_request' }) as const);
      return [...rules.problems(fields, null), ...problems];
    },
  };
}
