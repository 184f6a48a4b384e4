import { lazy, Suspense, type ReactNode, type RefObject } from 'react';
import { useOpenedOnce } from './use-opened-once.ts';

export interface PopoverProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Read out when it opens. */
  readonly title: string;
  /** The button it belongs to; give that button `aria-haspopup="dialog"` and `aria-expanded`. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

const PopoverPopup = lazy(async () => ({
  default: (await import('./popover-popup.tsx')).PopoverPopup,
}));

/** A small panel beside its button. Loaded the first time it opens. */
export function Popover(props: PopoverProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <PopoverPopup {...props} />
    </Suspense>
  ) : null;
}
