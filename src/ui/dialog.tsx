/** The dialog of the kit, whose script loads after the page. */
import { lazyLayer } from './lazy-layer.tsx';

/** A short question in the middle of the screen. */
export const Dialog = lazyLayer(async () => (await import('./dialog-popup.tsx')).DialogPopup);
