/** Classes that break a number only if letters are so large that it does not fit otherwise. */
export const FIGURE =
  'figures whitespace-nowrap max-[20rem]:whitespace-normal max-[20rem]:wrap-anywhere';
