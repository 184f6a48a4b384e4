import { useState, type FormEvent } from 'react';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { NEWS_CATEGORIES } from '../../../contract/news-categories.ts';
import type { OperatorNewsDetail } from '../../../contract/operator/schemas/news.ts';
import type { NewsFields } from '../../../machines/app/operator-news.rules.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormProblem } from '../../views/shell/form-problem.tsx';
import { useProblemText } from '../../views/shell/use-problem-text.ts';
import { SAVE_NEWS } from '../forms/news-forms.ts';
import { useOperatorForm } from '../hooks/use-operator-form.ts';
import { NewsPreview } from './news-preview.tsx';

interface NewsEditorProps {
  readonly initial: Partial<NewsFields>;
  readonly onSaved: (article: OperatorNewsDetail) => void;
}

/** Words of an article, one language at a time. */
export function NewsEditor({ initial, onSaved }: NewsEditorProps) {
  const t = useText('operator');
  const form = useOperatorForm(SAVE_NEWS, { initial, onSuccess: onSaved });
  const [locale, setLocale] = useState<Locale>(DEFAULT_LOCALE);
  const { fields, problems, edit } = form;
  const problemText = useProblemText(problems);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
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
      <Button type="submit" pending={form.isBusy} className="self-start">
        {t('news.saveDraft')}
      </Button>
    </form>
  );

  /** A language that is not on screen may be the one at fault. */
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

function NewsWords({ locale, fields, problems, edit }: NewsWordsProps) {
  const t = useText('operator');
  const content = fields[`content ${locale}`];
  return (
    <div lang={locale} className="grid gap-4 pt-4 xl:grid-cols-2">
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
