/** The sheet of the kit, from the bottom or the side, whose script loads after the page. */
import { lazyLayer } from './lazy-layer.tsx';

/** A panel from the edge that a swipe, Escape or a tap outside closes. */
export const Sheet = lazyLayer(async () => (await import('./sheet-popup.tsx')).SheetPopup);
