/**
 * The place after which a small pass reads, as settings of its transaction. Rules name the settings, so that their texts are
 * the same in all small passes and their plans are kept: to plan them takes longer than to apply them to few rows.
 * The planner reads a setting like a number, so a kept plan is one for the place at which it was made.
 */
import type { Client } from 'pg';
import type { Mark } from './verify-rows.repo.ts';

const SETTINGS = {
  snapshot: 'verify.snapshot',
  ceiling: 'verify.ceiling',
  lastGeneral: 'verify.last_general',
  lastSpot: 'verify.last_spot',
  lastDealing: 'verify.last_dealing',
  lastDeal: 'verify.last_deal',
} as const satisfies Record<keyof Mark, string>;

const textOf = (key: keyof Mark): string => `current_setting('${SETTINGS[key]}')`;
const numberOf = (key: keyof Mark): string => `${textOf(key)}::bigint`;

/** SQL text of a place. */
type PlaceTexts = Readonly<Record<keyof Mark, string>>;

/** The place in the settings. */
export const PLACE = {
  snapshot: textOf('snapshot'),
  ceiling: numberOf('ceiling'),
  lastGeneral: numberOf('lastGeneral'),
  lastSpot: numberOf('lastSpot'),
  lastDealing: numberOf('lastDealing'),
  lastDeal: numberOf('lastDeal'),
} as const satisfies PlaceTexts;

/** The place itself. */
export const placeOf = ({ snapshot, ...numbers }: Mark): PlaceTexts => ({
  ceiling: String(numbers.ceiling),
  lastGeneral: String(numbers.lastGeneral),
  lastSpot: String(numbers.lastSpot),
  lastDealing: String(numbers.lastDealing),
  lastDeal: String(numbers.lastDeal),
  snapshot: `'${snapshot}'`,
});

/**
 * Sets the place for the transaction of the caller. @returns the numbers of a scope after it. Before the first trade its number
 * is 0 itself, as in a pass over everything.
 */
export async function setPlace(client: Client, mark: Mark) {
  const keys = Object.keys(SETTINGS) as (keyof Mark)[];
  await client.query(keys.map((key) => `set local ${SETTINGS[key]} = '${mark[key]}'`).join(';'));
  return mark.lastDeal === 0n ? { ...PLACE, lastDeal: 0n } : PLACE;
}
