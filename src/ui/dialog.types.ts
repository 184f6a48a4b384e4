/** Props of a dialog, whose script loads after the page. */
import type { ReactNode } from 'react';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Called for Escape, a tap outside, or a button; the owner closes it. */
  readonly onClose: () => void;
  readonly title: string;
  /** The sentence that is read out with the title. */
  readonly description?: ReactNode;
  /** Buttons, the safe choice first. */
  readonly actions: ReactNode;
  /** Marks a question that must be answered: a tap outside does not close it. */
  readonly isBlocking?: boolean;
}
