/** Kinds of collection methods: a plain list, for clients that load no schemas. */

/** Kinds of accounts that users are paid to. */
export const COLLECTION_KINDS = ['bank_card', 'alipay', 'wechat'] as const;
