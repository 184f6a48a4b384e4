/** How the market's rows of tabs sit on the page: the row keeps the gutter, its panel goes edge to edge. */
export const LINE_TABS = '[&>[role=tablist]]:px-gutter';
/** No pill is narrower than its text. */
export const PILL_TABS =
  'pt-2 [&>[role=tablist]]:mx-gutter [&>[role=tablist]>[role=tab]]:min-w-max';
