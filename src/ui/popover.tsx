/** The popover of the kit, whose script loads on first use. */
import { lazy, Suspense } from 'react';
import type { PopoverProps } from './popover.types.ts';
import { useOpenedOnce } from './use-opened-once.ts';

const PopoverPopup = lazy(async () => ({
  default: (await import('./popover-popup.tsx')).PopoverPopup,
}));

/** A small panel next to its button. Its script is loaded when it first opens. */
export function Popover(props: PopoverProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <PopoverPopup {...props} />
    </Suspense>
  ) : null;
}
