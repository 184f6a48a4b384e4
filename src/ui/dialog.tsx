import { lazy, Suspense, type ReactNode } from 'react';
import { useOpenedOnce } from './use-opened-once.ts';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Asked for by Escape, the veil or a button; the owner decides. */
  readonly onClose: () => void;
  readonly title: string;
  /** The sentence that is read out with the title. */
  readonly description?: ReactNode;
  /** Buttons, the safe choice first. */
  readonly actions: ReactNode;
  /** A question that must be answered: the veil does not close it. */
  readonly isBlocking?: boolean;
}

const DialogPopup = lazy(async () => ({
  default: (await import('./dialog-popup.tsx')).DialogPopup,
}));

/** A short question in the middle of the screen. Its script is loaded the first time it opens. */
export function Dialog(props: DialogProps) {
  return useOpenedOnce(props.isOpen) ? (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  ) : null;
}
