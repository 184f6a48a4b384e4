/** What a toast is given; its script is loaded with the first one. */

export type ToastKind = 'plain' | 'success' | 'problem';

export interface ToastOptions {
  /** A toast with the id of one on screen takes its place. */
  readonly id?: string;
  /** A button next to the sentence; it gives more time to reach for it. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** False: the page announces it elsewhere to screen readers. Default true. */
  readonly isReadOut?: boolean;
}
