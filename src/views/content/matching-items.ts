/** Filters articles by the words of a search. */
import type { NewsItem } from '../../../contract/content/content.ts';

/**
 * Returns the items whose title or summary contains every word of `wish`, in any case, in their
 * order.
 */
export function matchingItems(items: readonly NewsItem[], wish: string): readonly NewsItem[] {
  const words = wish.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = `${item.title} ${item.summary}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
