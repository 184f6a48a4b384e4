/** Props of a toast, whose script is loaded with the first one. */

export type ToastKind = 'plain' | 'success' | 'problem';

export interface ToastOptions {
  /** A toast with the id of a shown one replaces it. */
  readonly id?: string;
  /** A button next to the sentence, which extends the time. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** False: the page announces it elsewhere to screen readers. Default true. */
  readonly isReadOut?: boolean;
}
