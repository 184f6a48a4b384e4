/** The screen of help articles, with a search. */
import { useState } from 'react';
import type { NewsItem } from '../../../contract/content/content.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconSearch } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ContentScreen } from './content-screen.tsx';
import { matchingItems } from './matching-items.ts';
import { NewsItems } from '../parts/news-items.tsx';
import { NewsRows } from './news-rows.tsx';

/** Help articles with a search over titles and summaries. */
export function HelpCenterScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('help.title')} parentPath="/home">
      <NewsItems category="help" emptyTitle={t('help.empty')} emptyHint={t('help.emptyHint')}>
        {(items) => <HelpSearch items={items} />}
      </NewsItems>
    </ContentScreen>
  );
}

function HelpSearch({ items }: { readonly items: readonly NewsItem[] }) {
  const t = useText('content');
  const [wish, setWish] = useState('');
  const found = matchingItems(items, wish);
  return (
    <div className="flex flex-col gap-4">
      <div className="px-gutter">
        <TextField
          label={t('help.search')}
          hint={
            <output>
              {wish.trim() === '' ? t('help.searchHint') : t('help.found', { count: found.length })}
            </output>
          }
          type="search"
          enterKeyHint="search"
          maxLength={64}
          value={wish}
          onChange={setWish}
          leading={<IconSearch aria-hidden className="ms-3 size-5 shrink-0 text-faint" />}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title={t('help.noMatch')} hint={t('help.noMatchHint')} />
      ) : (
        <NewsRows label={t('help.title')} items={found} detailsPath="/help-details" />
      )}
    </div>
  );
}
