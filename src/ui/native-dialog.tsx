/** A modal dialog of the browser itself, whose parts are in the first scripts of the page. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { floatStyle } from './popup-style.ts';

interface NativeDialogProps {
  readonly label: string;
  /** Id of the sentence that is read out with the label. */
  readonly describedBy?: string;
  /** Called for Escape and a tap outside; the owner closes it. Without it the user must press a button. */
  readonly onDismiss?: () => void;
  /** Buttons, the safe choice first. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Is open for as long as it is rendered. Afterwards the focus returns to where it was. */
export function NativeDialog(props: NativeDialogProps) {
  const { label, describedBy, onDismiss, actions, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before another layer takes its place, which returns the focus to where the user was, not to this dialog.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  // An open sheet hides the page from screen readers, but nothing that comes later.
  return createPortal(
    <dialog
      ref={dialog}
      role={onDismiss ? 'dialog' : 'alertdialog'}
      aria-label={label}
      aria-describedby={describedBy}
      closedby={onDismiss ? 'any' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      className={classNames(
        floatStyle,
        'm-auto w-[min(22rem,calc(100vw-2.5rem))] rounded-sheet p-6 backdrop:bg-veil',
      )}
    >
      {children}
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1">{actions}</div>
    </dialog>,
    document.body,
  );
}
