/** Planned features of later releases; each has a name in `common:soon.feature`. */
export type LaterFeature = 'storageCurrency';
