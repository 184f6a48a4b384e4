/** Document types of the real-name verification, without zod, for the client. */
export const ID_TYPES = ['id_card', 'passport', 'driving_licence'] as const;
