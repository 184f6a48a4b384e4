/** The sheet of the kit, from the bottom or the side, whose script loads on first use. */
import { lazy, Suspense } from 'react';
import type { SheetProps } from './sheet.types.ts';
import { useOpenedOnce } from './use-opened-once.ts';

const SheetPopup = lazy(async () => ({ default: (await import('./sheet-popup.tsx')).SheetPopup }));

/**
 * A panel from the edge that a swipe, Escape or a tap outside closes. Its script is loaded when it
 * first opens.
 */
export function Sheet(props: SheetProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <SheetPopup {...props} />
    </Suspense>
  ) : null;
}
