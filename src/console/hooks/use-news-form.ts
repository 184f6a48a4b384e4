/** The hook of the article form, which warns if another operator changed the article. */
import { useState } from 'react';
import type { OperatorNewsDetail } from '../../../contract/operator/schemas/content.ts';
import type { NewsFields } from '../../../machines/app/operator/operator-news.rules.ts';
import { newRandomId } from '../../app/core/random-id.ts';
import { SAVE_NEWS } from '../forms/content-forms.ts';
import { useOperatorForm } from './use-operator-form.ts';

export interface NewsFormOptions {
  /** The stored article; null for a new one. */
  readonly article: OperatorNewsDetail | null;
  readonly initial: Partial<NewsFields>;
  readonly onEdit: (fields: Partial<NewsFields>) => void;
  readonly onSaved: (article: OperatorNewsDetail) => void;
}

/**
 * The form of an article, which reports when another operator has changed its texts since it was
 * opened.
 */
export function useNewsForm({ article, initial, onEdit, onSaved }: NewsFormOptions) {
  const form = useOperatorForm(SAVE_NEWS, {
    initial: { clientId: newRandomId(), ...initial },
    onSuccess: onSaved,
  });
  const [base, setBase] = useState(article);
  const { fields, isBusy } = form;
  const revision = article === null ? '' : String(article.revision);
  const isMoved = !isBusy && fields.revision !== revision;
  // Publishing changes no text, so the author continues with the present article.
  const isOnlyPublished =
    isMoved &&
    article !== null &&
    base !== null &&
    fields.revision === String(base.revision) &&
    isSameArticle(base, article);
  const edit = (typed: Partial<NewsFields>) => {
    // A changed text makes another article. The reason does not count: a retry may have a new
    // reason.
    const isReason = Object.keys(typed).every((name) => name === 'reason');
    const changes = isReason ? typed : { ...typed, clientId: newRandomId() };
    form.edit(changes);
    onEdit({ ...fields, ...changes });
  };
  return {
    ...form,
    edit,
    submit: () => {
      if (isOnlyPublished) form.edit({ revision });
      form.submit();
    },
    moved: isMoved && !isOnlyPublished ? { act: article?.last_act ?? null } : null,
    takeNew: () => {
      setBase(article);
      edit({ revision });
    },
  };
}

/** Returns whether two versions have the same texts and place. */
const isSameArticle = (one: OperatorNewsDetail, other: OperatorNewsDetail): boolean =>
  one.category_id === other.category_id &&
  one.banner === other.banner &&
  JSON.stringify(one.texts) === JSON.stringify(other.texts);
