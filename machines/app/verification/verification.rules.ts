/** Checks of the form of the real-name verification. */
import type { IdType } from '../../../contract/verification/verification.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type VerificationFields = {
  /** An {@link IdType}. */
  readonly idType: string;
  readonly name: string;
  readonly cardId: string;
  /** Tickets of the three photos; empty until they have arrived. */
  readonly front: string;
  readonly reverse: string;
  readonly hand: string;
};
type Field = keyof VerificationFields;

export const PHOTOS = ['front', 'reverse', 'hand'] as const satisfies readonly Field[];

const DEFAULT_TYPE: IdType = 'id_card';
const NAME_LENGTH_MIN = 2;
const NAME_LENGTH_MAX = 80;
/** Fits numbers of all document types; the server checks each type. */
const CARD_ID = /^(?=.*\d)[A-Za-z0-9-]{4,30}$/;

/** Returns the document number for sending, without the printed spaces that users type. */
export const cleanCardId = (typed: string): string => typed.replaceAll(/\s/g, '');

export const VERIFICATION_RULES: SubmissionRules<VerificationFields, null> = {
  empty: { idType: DEFAULT_TYPE, name: '', cardId: '', front: '', reverse: '', hand: '' },
  problems(fields) {
    const problems: Problem<Field>[] = [];
    const { length } = fields.name.trim();
    if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX)
      problems.push({ field: 'name', error: 'invalid_request' });
    const cardId = cleanCardId(fields.cardId);
    if (cardId === '') problems.push({ field: 'cardId', error: 'invalid_request' });
    else if (!CARD_ID.test(cardId)) problems.push({ field: 'cardId', error: 'id_number_invalid' });
    for (const photo of PHOTOS)
      if (fields[photo] === '') problems.push({ field: photo, error: 'invalid_request' });
    return problems;
  },
  refusals: { id_number_invalid: 'cardId', id_number_taken: 'cardId' },
  secrets: [],
};
