/** Styles of the market's rows of tabs: the row keeps the gutter, its panel goes edge to edge. */
export const LINE_TABS = '[&>[role=tablist]]:px-gutter';
export const PILL_TABS = 'pt-2 [&>[role=tablist]]:mx-gutter';
