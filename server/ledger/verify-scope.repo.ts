/** Conditions on rows of the scope of a pass, by the numbers that writers give. */
import type { Scope, ScopeNumber } from './verify-rule.types.ts';

const between = (column: string, after: ScopeNumber, upTo: bigint | undefined): string =>
  `${column} > ${after}${upTo === undefined ? '' : ` and ${column} <= ${upTo}`}`;

export const isSpotNumber = ({ lastSpot, upTo }: Scope, column = 'number'): string =>
  between(column, lastSpot, upTo?.spot);

export const isDealingNumber = ({ lastDealing, upTo }: Scope, column = 'number'): string =>
  between(column, lastDealing, upTo?.dealing);

/** Trades of the spot journal. */
export const isDealId = ({ lastDeal, upTo }: Scope, column = 'id'): string =>
  between(column, lastDeal, upTo?.deal);
