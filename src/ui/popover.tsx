/** The popover of the kit, whose script loads after the page. */
import { lazyLayer } from './lazy-layer.tsx';

/** A small panel next to its button. */
export const Popover = lazyLayer(async () => (await import('./popover-popup.tsx')).PopoverPopup);
