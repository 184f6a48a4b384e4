/** The panel of one article: editor and publication. */
import { useState } from 'react';
import type { OperatorNewsDetail } from '../../../../contract/operator/schemas/content.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../../../contract/languages.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { PUBLISH_NEWS, WITHDRAW_NEWS } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { languageName } from './language-name.ts';
import { LastActNote } from '../parts/last-act.tsx';
import { NewsEditor } from './news-editor.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** One article: its editor, and its publication. */
export function NewsPanel({ id }: { readonly id: string }) {
  const t = useText('operator');
  const query = useOperatorQuery('getNews', { id }, FOLLOW_MS.record);
  const [saves, setSaves] = useState<readonly OperatorNewsDetail[]>([]);
  return (
    <RecordView query={query}>
      {(article) => (
        <div className="flex flex-col gap-5">
          <Publication article={article} />
          <NewsEditor
            // Publishing keeps unsaved text; saving resets the editor to the stored article.
            key={saves.length}
            article={newerOf(article, saves.at(-1))}
            categoryId={String(article.category_id)}
            onSaved={(saved) => {
              showToast(t('news.saved'));
              setSaves([...saves, saved]);
            }}
          />
        </div>
      )}
    </RecordView>
  );
}

/** The answer of a save may be newer than the last read. */
const newerOf = (read: OperatorNewsDetail, saved: OperatorNewsDetail | undefined) =>
  saved !== undefined && saved.revision > read.revision ? saved : read;

interface PublicationProps {
  readonly article: OperatorNewsDetail;
}

function Publication({ article }: PublicationProps) {
  const t = useText('operator');
  const id = String(article.id);
  const publish = useDecision(PUBLISH_NEWS, article, { id });
  const missing = LOCALES.filter((locale) => !article.locales.includes(locale));
  const withdraw = useDecision(WITHDRAW_NEWS, article, { id });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="w-full">
        <LastActNote act={article.last_act} kind="news" id={id} />
      </div>
      <Badge tone={article.is_published ? 'up' : 'neutral'}>
        {t(article.is_published ? 'news.published' : 'news.draft')}
      </Badge>
      {article.is_published ? (
        <Button kind="danger" size="small" onClick={withdraw.open}>
          {t('news.withdraw')}
        </Button>
      ) : (
        <Button size="small" onClick={publish.open}>
          {t('news.publish')}
        </Button>
      )}
      <DecisionSheet
        title={t('news.publish')}
        decision={publish}
        submitLabel={t('news.publish')}
        isPossible={!article.is_published}
      >
        {missing.length > 0 && (
          <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
            {t('news.missing', {
              languages: missing.map(languageName).join(', '),
              fallback: languageName(DEFAULT_LOCALE),
            })}
          </p>
        )}
      </DecisionSheet>
      <DecisionSheet
        title={t('news.withdraw')}
        decision={withdraw}
        submitLabel={t('news.withdraw')}
        isDanger
        isPossible={article.is_published}
      />
    </div>
  );
}
