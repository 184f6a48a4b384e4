/** The darkened page behind a dialog. */
export const veilStyle =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** The surface of every layer above the page. */
export const floatStyle = 'border border-line bg-surface text-ink shadow-float outline-none';
