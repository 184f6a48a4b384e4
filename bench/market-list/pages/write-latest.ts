/** The least a page can do: the latest value per pair, written into its text nodes once a frame. */
import { BATCH_INTERVAL_MS, openQuoteSocket } from './quote-socket.ts';

/** The text of a row for a quote. */
export interface RowTexts {
  readonly price: Text;
  readonly change: Text;
}

/** Opens the socket and keeps `rows`, keyed by pair number, up to date. */
export function writeLatest(rows: ReadonlyMap<number, RowTexts>): void {
  const latest = new Map<number, { close: string; change: string }>();
  let frameAsked = false;
  const paint = () => {
    frameAsked = false;
    for (const [id, quote] of latest) {
      const texts = rows.get(id);
      if (texts === undefined) continue;
      texts.price.data = quote.close;
      texts.change.data = quote.change;
    }
    latest.clear();
  };
  openQuoteSocket(BATCH_INTERVAL_MS, (id, quote) => {
    latest.set(id, quote);
    if (frameAsked) return;
    frameAsked = true;
    requestAnimationFrame(paint);
  });
}
