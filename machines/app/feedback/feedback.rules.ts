/** Checks of the forms of feedback tickets. */
import { LIMITS } from '../../../contract/limits.ts';
import type { FeedbackType } from '../../../contract/feedback/feedback.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

type MessageFields = {
  readonly content: string;
  /** Tickets, joined by commas. */
  readonly pictures: string;
};
export type FeedbackFields = MessageFields & {
  /** A {@link FeedbackType}. */
  readonly type: string;
  readonly title: string;
};
export type FeedbackReplyFields = MessageFields & {
  readonly id: string;
  /** Belongs to this text and these pictures: a repeated send is the same message. */
  readonly clientId: string;
};

export interface FeedbackFacts {
  /** A chosen picture has not arrived: its upload is running or has failed. */
  readonly isPictureMissing: boolean;
}

const TITLE_LENGTH_MIN = 2;
const TITLE_LENGTH_MAX = 80;
const DEFAULT_TYPE: FeedbackType = 'account';

/**
 * Returns the number of characters that are counted and sent, without the spaces around the text.
 */
export const contentLength = (content: string): number => content.trim().length;

const isContent = (content: string): boolean =>
  contentLength(content) >= LIMITS.feedback_content_length_min &&
  contentLength(content) <= LIMITS.feedback_content_length_max;

function messageProblems(
  { content }: MessageFields,
  { isPictureMissing }: FeedbackFacts,
): Problem<keyof MessageFields>[] {
  const problems: Problem<keyof MessageFields>[] = [];
  if (!isContent(content)) problems.push({ field: 'content', error: 'invalid_request' });
  if (isPictureMissing) problems.push({ field: 'pictures', error: 'invalid_request' });
  return problems;
}

export const FEEDBACK_RULES: SubmissionRules<FeedbackFields, FeedbackFacts> = {
  empty: { type: DEFAULT_TYPE, title: '', content: '', pictures: '' },
  problems(fields, facts) {
    const { length } = fields.title.trim();
    const isTitle = length >= TITLE_LENGTH_MIN && length <= TITLE_LENGTH_MAX;
    return [
      ...(isTitle ? [] : [{ field: 'title', error: 'invalid_request' } as const]),
      ...messageProblems(fields, facts),
    ];
  },
  refusals: { picture_ticket_invalid: 'pictures' },
  secrets: [],
};

export const FEEDBACK_REPLY_RULES: SubmissionRules<FeedbackReplyFields, FeedbackFacts> = {
  empty: { id: '', clientId: '', content: '', pictures: '' },
  problems: messageProblems,
  refusals: { picture_ticket_invalid: 'pictures' },
  secrets: [],
};
