import type assets from '../../locales/zh-CN/assets.json';
import type auth from '../../locales/zh-CN/auth.json';
import type common from '../../locales/zh-CN/common.json';
import type content from '../../locales/zh-CN/content.json';
import type errors from '../../locales/zh-CN/errors.json';
import type feedback from '../../locales/zh-CN/feedback.json';
import type fiat from '../../locales/zh-CN/fiat.json';
import type home from '../../locales/zh-CN/home.json';
import type market from '../../locales/zh-CN/market.json';
import type merchant from '../../locales/zh-CN/merchant.json';
import type operator from '../../locales/zh-CN/operator.json';
import type people from '../../locales/zh-CN/people.json';
import type trade from '../../locales/zh-CN/trade.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      assets: typeof assets;
      auth: typeof auth;
      common: typeof common;
      content: typeof content;
      errors: typeof errors;
      feedback: typeof feedback;
      fiat: typeof fiat;
      home: typeof home;
      market: typeof market;
      merchant: typeof merchant;
      operator: typeof operator;
      people: typeof people;
      trade: typeof trade;
    };
  }
}
