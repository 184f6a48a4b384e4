/** The floor: the document of the built app without its script; see `write-latest.ts`. */
import { writeLatest, type RowTexts } from './write-latest.ts';

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
writeLatest(visible);
