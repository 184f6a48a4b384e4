/** Bare rows: three words of text each, the latest value per pair, no picture and no colour. */
import { BATCH_INTERVAL_MS, openQuoteSocket } from './quote-socket.ts';

const VISIBLE_ROWS = 12;
const list = document.getElementById('list') as HTMLElement;
const cells = new Map<number, { price: Text; change: Text }>();
for (let id = 1; id <= VISIBLE_ROWS; id++) {
  const row = document.createElement('div');
  row.style.cssText = 'display:flex;justify-content:space-between;height:56px;font:14px system-ui';
  const price = document.createElement('span');
  price.dataset['price'] = '';
  const change = document.createElement('span');
  const texts = { price: new Text('1'), change: new Text('0') };
  price.append(texts.price);
  change.append(texts.change);
  row.append(`C${id}`, price, change);
  list.append(row);
  cells.set(id, texts);
}

const latest = new Map<number, { close: string; change: string }>();
let frameAsked = false;
const paint = () => {
  frameAsked = false;
  for (const [id, quote] of latest) {
    const cell = cells.get(id);
    if (cell === undefined) continue;
    cell.price.data = quote.close;
    cell.change.data = quote.change;
  }
  latest.clear();
};

openQuoteSocket(BATCH_INTERVAL_MS, (id, quote) => {
  latest.set(id, quote);
  if (frameAsked) return;
  frameAsked = true;
  requestAnimationFrame(paint);
});
