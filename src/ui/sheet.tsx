import { lazy, Suspense, type ReactNode } from 'react';
import { useOpenedOnce } from './use-opened-once.ts';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `bottom`: choices and notices. `start`: the side menu. */
  readonly side?: 'bottom' | 'start';
  /** Shows the title; without it, it is only read out. */
  readonly isTitleShown?: boolean;
  /** For reading: with nothing inside that takes the focus, keys could not scroll it. */
  readonly isText?: boolean;
  /** The address says that it is open: the history has a step of its own for it, and back closes it without more. */
  readonly isInAddress?: boolean;
  /** Stays in place while the rest scrolls. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

const SheetPopup = lazy(async () => ({ default: (await import('./sheet-popup.tsx')).SheetPopup }));

/** A panel from the edge that a swipe, Escape or the veil closes. Loaded the first time it opens. */
export function Sheet(props: SheetProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <SheetPopup {...props} />
    </Suspense>
  ) : null;
}
