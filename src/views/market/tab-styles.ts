/** How the market's rows of tabs sit on the page: the row keeps the gutter, its panel goes edge to edge. */
export const LINE_TABS = '[&>[role=tablist]]:px-gutter';
export const PILL_TABS = 'pt-2 [&>[role=tablist]]:mx-gutter';
