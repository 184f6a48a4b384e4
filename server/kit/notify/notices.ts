/** Renders notices in a language. */
import type { Locale } from '../../../contract/languages.ts';
import type { Notice, NoticeText, NoticeTexts } from './notices.types.ts';
import { noticeTextsDeDe } from './texts/de-de.ts';
import { noticeTextsEnUs } from './texts/en-us.ts';
import { noticeTextsEsEs } from './texts/es-es.ts';
import { noticeTextsFrFr } from './texts/fr-fr.ts';
import { noticeTextsJaJp } from './texts/ja-jp.ts';
import { noticeTextsKoKr } from './texts/ko-kr.ts';
import { noticeTextsThTh } from './texts/th-th.ts';
import { noticeTextsViVn } from './texts/vi-vn.ts';
import { noticeTextsZhCn } from './texts/zh-cn.ts';
import { noticeTextsZhHk } from './texts/zh-hk.ts';

/** All texts; a missing language or notice does not compile. */
export const NOTICE_TEXTS: Readonly<Record<Locale, NoticeTexts>> = {
  'zh-CN': noticeTextsZhCn,
  'zh-HK': noticeTextsZhHk,
  'en-US': noticeTextsEnUs,
  'ja-JP': noticeTextsJaJp,
  'ko-KR': noticeTextsKoKr,
  'th-TH': noticeTextsThTh,
  'vi-VN': noticeTextsViVn,
  'de-DE': noticeTextsDeDe,
  'fr-FR': noticeTextsFrFr,
  'es-ES': noticeTextsEsEs,
};

/** Returns the notice's text in `locale`. */
export function wordNotice(notice: Notice, locale: Locale): NoticeText {
  const { subject, body } = NOTICE_TEXTS[locale][notice.kind];
  const values = new Map<string, unknown>(Object.entries(notice));
  return {
    subject,
    body: body.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      String(values.get(name) ?? whole),
    ),
  };
}
