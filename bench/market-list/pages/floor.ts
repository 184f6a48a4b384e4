/**
 * The floor: the document of the built app without its script. The same socket, the latest value
 * per pair, and nothing but the text nodes of the rows on screen written once a frame.
 */
import { BATCH_INTERVAL_MS, openQuoteSocket } from './quote-socket.ts';

interface RowTexts {
  readonly price: Text;
  readonly change: Text;
}

const textOf = (row: Element, part: string): Text => {
  const element = row.querySelector(`[data-testid="${part}"]`);
  const text = new Text(element?.textContent ?? '');
  element?.replaceChildren(text);
  return text;
};

const visible = new Map<number, RowTexts>();
for (const row of document.querySelectorAll('[data-testid="market-row"]')) {
  if (row.getBoundingClientRect().top >= innerHeight) continue;
  const id = Number(new URL(row.getAttribute('href') ?? '', location.href).searchParams.get('id'));
  visible.set(id, { price: textOf(row, 'price'), change: textOf(row, 'change') });
}

const latest = new Map<number, { close: string; change: string }>();
let frameAsked = false;
const paint = () => {
  frameAsked = false;
  for (const [id, quote] of latest) {
    const texts = visible.get(id);
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
