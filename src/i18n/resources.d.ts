import type auth from '../../locales/zh-CN/auth.json';
import type common from '../../locales/zh-CN/common.json';
import type content from '../../locales/zh-CN/content.json';
import type errors from '../../locales/zh-CN/errors.json';
import type home from '../../locales/zh-CN/home.json';
import type market from '../../locales/zh-CN/market.json';
import type trade from '../../locales/zh-CN/trade.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      auth: typeof auth;
      common: typeof common;
      content: typeof content;
      errors: typeof errors;
      home: typeof home;
      market: typeof market;
      trade: typeof trade;
    };
  }
}
