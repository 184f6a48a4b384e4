/** Writes a row's price and change directly into the DOM, without rendering. */
import type { Quotation } from '../../../../contract/market/market.ts';
import type { QuoteListener } from '../../../app/market/use-quote.ts';
import { changeOf, NO_FIGURE, priceOrDash } from '../../../format/no-price.ts';
import { changeDirection, type ChangeDirection } from '../../../format/number.ts';
import type { Format } from '../../../format/use-format.ts';
import { changeStyle } from '../../../ui/change-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { priceTone } from '../../../ui/price-text.tsx';
import { flash } from './flash.ts';

/** The two cells of a row that change with its quote. */
interface FigureCells {
  readonly price: HTMLElement;
  readonly change: HTMLElement;
}

/**
 * Longer prices, of coins worth a hundredth of a cent, are smaller, so that their names are not
 * cut.
 */
const LONG_PRICE = 9;

/** If letters are large for the width, both cells are below the name, aligned with its start. */
const PRICE_PLACE =
  'figures h-8 shrink-0 rounded-tag px-1 text-end leading-8 font-semibold whitespace-nowrap @max-[21.5rem]:px-0 @max-[21.5rem]:text-start';
const CHANGE_PLACE = 'shrink-0 text-sm @max-[21.5rem]:ms-auto @max-[15.5rem]:ms-0';

/**
 * Returns a function that writes the figures of a row into their text nodes. Thousands of quotes a
 * second arrive here, so no component renders: a changed figure costs one write of text, a changed
 * direction one change of style. Unchanged cells are not touched.
 */
export function createFigureWriter(
  { price, change }: FigureCells,
  format: Format,
  priceScale: number,
): QuoteListener {
  const priceText = emptyText(price);
  const changeText = emptyText(change);
  let shown: Quotation | null = null;
  let isLong = false;
  let look = '';
  let movedAtMs = performance.now();

  function writePrice({ close }: Quotation): void {
    const text = priceOrDash(format, close, priceScale);
    if (text.length !== priceText.length) price.style.width = widthOf(text);
    priceText.data = text;
    isLong = text.length > LONG_PRICE;
    if (shown === null) return;
    movedAtMs = flash(price, Number(close) > Number(shown.close), movedAtMs);
  }

  function writeLook(direction: ChangeDirection, isStale: boolean): void {
    const next = `${direction} ${isStale} ${isLong}`;
    if (next === look) return;
    look = next;
    price.dataset['stale'] = String(isStale);
    price.className = classNames(
      PRICE_PLACE,
      isLong && '@max-[26rem]:text-xs @max-[26rem]:leading-8',
      priceTone(direction, isStale),
    );
    change.className = classNames(CHANGE_PLACE, changeStyle(direction, isStale, 'pill'));
  }

  return (quotation, isStale) => {
    if (quotation.close !== shown?.close) writePrice(quotation);
    const percent = changeOf(quotation);
    if (shown === null || percent !== changeOf(shown))
      changeText.data = percent === null ? NO_FIGURE : format.change(percent);
    writeLook(changeDirection(percent), isStale);
    shown = quotation;
  };
}

function emptyText(cell: HTMLElement): Text {
  const text = new Text();
  cell.replaceChildren(text);
  return text;
}

/**
 * Returns the width of a cell for `text` without measuring: digits have one width, signs half of
 * it.
 */
function widthOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '').length;
  return `calc(${(digits + text.length) / 2}ch + 0.5rem)`;
}
