/** Props of a sheet, whose script loads after the page. */
import type { ReactNode } from 'react';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `bottom`: choices and notices. `start`: the side menu. */
  readonly side?: 'bottom' | 'start';
  /** Shows the title; otherwise it is only read out. */
  readonly isTitleShown?: boolean;
  /**
   * Makes text without focusable elements focusable, because keys could not scroll it otherwise.
   */
  readonly isText?: boolean;
  /**
   * Whether the address contains its open state: the history then has an entry for it, and back
   * closes it without an own one.
   */
  readonly isInAddress?: boolean;
  /** Stays in place while the rest scrolls. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}
