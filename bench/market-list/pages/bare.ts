/** Bare rows: three text nodes each, no picture and no color; see `write-latest.ts`. */
import { writeLatest, type RowTexts } from './write-latest.ts';

const VISIBLE_ROWS = 12;
const list = document.getElementById('list') as HTMLElement;
const rows = new Map<number, RowTexts>();
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
  rows.set(id, texts);
}
writeLatest(rows);
