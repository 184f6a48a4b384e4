/** Parts of the product that a later release brings; each has a name in `common:soon.feature`. */
export type LaterFeature = 'lever' | 'microTrade' | 'storageCurrency';
