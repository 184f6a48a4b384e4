/** The editor of an article in ten languages, with a kept draft. */
import { useState, type FormEvent } from 'react';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from '../../../../contract/languages.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { NEWS_CATEGORIES } from '../../../../contract/content/news-categories.ts';
import type { OperatorNewsDetail } from '../../../../contract/operator/schemas/content.ts';
import type { NewsFields } from '../../../../machines/app/operator/operator-news.rules.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FormProblem } from '../../../views/parts/form-problem.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { newsFieldsOf } from '../../forms/content-forms.ts';
import { useNewsDraft } from '../../hooks/use-news-draft.ts';
import { useNewsForm, type NewsFormOptions } from '../../hooks/use-news-form.ts';
import { languageName } from './language-name.ts';
import { MovedNotice } from '../parts/moved-notice.tsx';
import { NewsPreview } from './news-preview.tsx';

interface NewsEditorProps {
  /** The stored article; null for a new one. */
  readonly article: OperatorNewsDetail | null;
  /** Category of a new article. */
  readonly categoryId: string;
  readonly onSaved: (article: OperatorNewsDetail) => void;
}

/** The texts of an article. Unsaved text is kept in this browser and restored. */
export function NewsEditor({ article, categoryId, onSaved }: NewsEditorProps) {
  const t = useText('operator');
  const format = useFormat();
  const [starts, setStarts] = useState(0);
  const draft = useNewsDraft(article === null ? `new-${categoryId}` : String(article.id));
  const stored = article === null ? { categoryId } : newsFieldsOf(article);
  const isKept = draft.kept !== null && starts === 0;
  return (
    <div className="flex flex-col gap-4">
      {isKept && (
        <p
          role="status"
          data-testid="draft-kept"
          className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-raised p-3 text-sm"
        >
          {t('news.draftKept', { time: format.dateTime(draft.kept?.at ?? 0) })}
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              draft.forget();
              setStarts(starts + 1);
            }}
          >
            {t('news.discard')}
          </Button>
        </p>
      )}
      <NewsForm
        key={starts}
        article={article}
        initial={isKept ? { ...stored, ...draft.kept?.fields } : stored}
        onEdit={draft.keep}
        onSaved={(saved) => {
          draft.forget();
          onSaved(saved);
        }}
      />
    </div>
  );
}

/** One language at a time, the operator's own first. */
function NewsForm(options: NewsFormOptions) {
  const t = useText('operator');
  const form = useNewsForm(options);
  const { fields, problems, edit } = form;
  const [locale, setLocale] = useState<Locale>(useFormat().locale);
  const problemText = useProblemText(problems);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <NewsPlace fields={fields} edit={edit} />
      <Tabs
        label={t('news.languages')}
        value={locale}
        onChange={setLocale}
        tabs={LANGUAGES.map((language) => ({
          value: language.locale,
          label:
            fields[`title ${language.locale}`] === '' ? `${language.key} –` : `${language.key} ✓`,
        }))}
      >
        <NewsWords key={locale} locale={locale} fields={fields} edit={edit} problems={problems} />
      </Tabs>
      <TextField
        name="reason"
        label={t('decision.reason')}
        hint={t('decision.reasonHint')}
        maxLength={LIMITS.operator_reason_length_max}
        value={fields.reason}
        onChange={(reason) => edit({ reason })}
        problem={
          problems.some(({ field }) => field === 'reason') ? t('decision.reasonProblem') : undefined
        }
      />
      <FormProblem problem={problemText(null) ?? untitled(t('news.titleMissing'))} />
      <MovedNotice decision={form} isPossible />
      <p className="text-sm text-muted">
        {t('news.defaultHint', { fallback: languageName(DEFAULT_LOCALE) })}
      </p>
      <Button
        type="submit"
        pending={form.isBusy}
        disabled={form.moved !== null}
        className="self-start"
      >
        {t('news.saveDraft')}
      </Button>
    </form>
  );

  /** The missing title may be in a language that is not on screen. */
  function untitled(sentence: string): string | undefined {
    const names = problems.flatMap(({ field }) =>
      field !== null && field.startsWith('title ') ? [field.slice('title '.length)] : [],
    );
    return names.length === 0 ? undefined : `${sentence} ${names.join(', ')}`;
  }
}

interface NewsWordsProps {
  readonly locale: Locale;
  readonly fields: NewsFields;
  readonly problems: readonly { readonly field: string | null }[];
  readonly edit: (changes: Partial<NewsFields>) => void;
}

/** The article's position and picture. */
function NewsPlace({ fields, edit }: Pick<NewsWordsProps, 'fields' | 'edit'>) {
  const t = useText('operator');
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <SelectField
        name="category_id"
        label={t('news.category')}
        value={fields.categoryId}
        options={Object.entries(NEWS_CATEGORIES).map(([name, id]) => ({
          value: String(id),
          label: t(`newsCategory.${name as keyof typeof NEWS_CATEGORIES}`),
        }))}
        onChange={(categoryId) => edit({ categoryId })}
      />
      <TextField
        name="banner"
        label={t('news.banner')}
        hint={t('news.bannerHint')}
        value={fields.banner}
        onChange={(banner) => edit({ banner })}
      />
    </div>
  );
}

function NewsWords({ locale, fields, problems, edit }: NewsWordsProps) {
  const t = useText('operator');
  const content = fields[`content ${locale}`];
  return (
    <div lang={locale} className="grid grid-cols-1 gap-4 pt-4 xl:grid-cols-2">
      <div className="flex flex-col gap-4">
        <TextField
          name="title"
          label={t('news.title')}
          value={fields[`title ${locale}`]}
          onChange={(value) => edit({ [`title ${locale}`]: value })}
          problem={
            problems.some(({ field }) => field === `title ${locale}`)
              ? t('news.titleMissing')
              : undefined
          }
        />
        <TextArea
          name="summary"
          label={t('news.summary')}
          rows={2}
          value={fields[`summary ${locale}`]}
          onChange={(value) => edit({ [`summary ${locale}`]: value })}
        />
        <TextArea
          name="content"
          label={t('news.content')}
          hint={t('news.contentHint')}
          rows={14}
          value={content}
          onChange={(value) => edit({ [`content ${locale}`]: value })}
        />
      </div>
      <NewsPreview content={content} />
    </div>
  );
}
