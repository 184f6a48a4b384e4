/** The hooks of feedback tickets: list, one ticket, its lifecycle and its forms. */
import { useEffect, useMemo } from 'react';
import type {
  Feedback,
  FeedbackDetail,
  FeedbackState,
} from '../../../contract/feedback/feedback.ts';
import {
  contentLength,
  type FeedbackFields,
} from '../../../machines/app/feedback/feedback.rules.ts';
import { feedbackForm, feedbackReplyForm } from './feedback-forms.ts';
import { newRandomId } from '../core/random-id.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';
import { ticketLifecycle, type TicketLifecycle } from './ticket-mirror.ts';
import { useLapsedTickets } from '../core/hooks/use-lapsed-tickets.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { usePictureSet } from '../core/hooks/use-picture-set.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';

interface FeedbackListView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly tickets: readonly Feedback[];
}

/** The user's tickets: page by page, then live. */
export function useFeedbackList(state: FeedbackState | undefined): FeedbackListView {
  const list = usePages('listFeedback', state === undefined ? {} : { state });
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('feedback');
  useReloadAfterMissedUpdates(refresh);
  const tickets = useMemo(() => {
    const listed = pages.flatMap((page) => page.tickets);
    const isWanted = (ticket: Feedback) => state === undefined || ticket.state === state;
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, state, isWhole]);
  return { ...list, tickets };
}

/** Returns one of the user's tickets with its messages, oldest first; reloaded when it changes. */
export function useFeedbackTicket(id: string): QueryView<FeedbackDetail> {
  const query = useQuery('getFeedback', { id });
  const { data, retry, refresh } = query;
  const newest = useRecordUpdates('feedback').get(id)?.revision ?? 0;
  const known = data?.revision ?? newest;
  useReloadWhenShown(retry);
  useReloadAfterMissedUpdates(refresh);
  useEffect(() => {
    if (newest > known) refresh();
  }, [newest, known, refresh]);
  return query;
}

/** Returns whose turn it is in a ticket, from its lifecycle machine. */
export function useTicketLifecycle({ state }: Pick<Feedback, 'state'>): TicketLifecycle {
  return useMemo(() => ticketLifecycle({ state }), [state]);
}

/** The form that opens a ticket. */
export function useFeedbackForm() {
  const pictures = usePictureSet('feedback');
  const form = useSubmission(feedbackForm);
  useLapsedTickets(form.problems, pictures.uploads);
  return {
    ...form,
    pictures,
    contentLength: contentLength(form.fields.content),
    edit: (fields: Partial<Pick<FeedbackFields, 'type' | 'title' | 'content'>>) =>
      form.edit(fields),
    submit() {
      form.edit({ pictures: pictures.tickets });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}

/** The form of a reply; it is reset afterwards. */
export function useFeedbackReply(id: string, onSent: () => void) {
  const pictures = usePictureSet('feedback');
  const form = useSubmission(feedbackReplyForm, {
    initial: { id, clientId: newRandomId() },
    onSuccess: () => {
      pictures.clear();
      onSent();
    },
  });
  useWhenDone(form.status, () => {
    form.reset();
    form.edit({ id, clientId: newRandomId() });
  });
  useLapsedTickets(form.problems, pictures.uploads);
  return {
    ...form,
    pictures,
    contentLength: contentLength(form.fields.content),
    edit: ({ content }: { readonly content: string }) =>
      form.edit({ content, clientId: newRandomId() }),
    submit() {
      if (pictures.tickets !== form.fields.pictures)
        form.edit({ pictures: pictures.tickets, clientId: newRandomId() });
      form.submit({ isPictureMissing: pictures.isMissing });
    },
  };
}
