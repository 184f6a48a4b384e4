/** The newest article of a category with one current text. */
import type { NewsCategory } from '../../../contract/content/news-categories.ts';
import { ArticleView } from './article-view.tsx';
import { NewsItems } from './news-items.tsx';

interface NewestArticleProps {
  readonly category: NewsCategory;
  readonly emptyTitle: string;
  readonly emptyHint: string;
}

/** The current text of a category with one text at a time (privacy policy, user agreement). */
export function NewestArticle(props: NewestArticleProps) {
  return <NewsItems {...props}>{([newest]) => newest && <ArticleView id={newest.id} />}</NewsItems>;
}
