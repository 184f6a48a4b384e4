/** What a dialog is given; its script is loaded when it first opens. */
import type { ReactNode } from 'react';

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
