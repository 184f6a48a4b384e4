/** The dialog of the kit, whose script loads on first use. */
import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog.types.ts';
import { useOpenedOnce } from './use-opened-once.ts';

const DialogPopup = lazy(async () => ({
  default: (await import('./dialog-popup.tsx')).DialogPopup,
}));

/** A short question in the middle of the screen. Its script is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  ) : null;
}
