/** The best levels of one side for the screen, each with the cumulative quantity. */
import { formatUnits, SCALE_MAX } from '../contract/money/decimal.ts';
import type { BookLevel } from './depth-book.ts';

/** Decimal texts. An unchanged row stays the same object. */
export interface DepthRow {
  readonly price: string;
  readonly quantity: string;
  /** Sum of the quantities from the best price to this one. */
  readonly cumulative: string;
}

interface SummedRow {
  readonly row: DepthRow;
  readonly sum: bigint;
}

export class DepthRows {
  #summed: ReadonlyMap<string, SummedRow> = new Map();
  #shown: readonly DepthRow[] = [];
  readonly #rowsMax: number;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
  }

  /** The best first; the same array as long as nothing in it changes. */
  get rows(): readonly DepthRow[] {
    return this.#shown;
  }

  /** Takes the present levels of the side. @returns whether a shown row changed. */
  update(levels: readonly BookLevel[]): boolean {
    const summed = new Map<string, SummedRow>();
    let sum = 0n;
    for (const { price, quantity, units } of levels.slice(0, this.#rowsMax)) {
      sum += units;
      const known = this.#summed.get(price);
      const isSame = known?.sum === sum && known.row.quantity === quantity;
      const cumulative = isSame ? known.row.cumulative : formatUnits(sum, SCALE_MAX);
      summed.set(price, isSame ? known : { row: { price, quantity, cumulative }, sum });
    }
    const rows = Array.from(summed.values(), ({ row }) => row);
    const isChanged =
      rows.length !== this.#shown.length || rows.some((row, index) => row !== this.#shown[index]);
    this.#summed = summed;
    if (isChanged) this.#shown = rows;
    return isChanged;
  }
}
