/** Numbers break in the middle only where letters are so large that nothing else is left. */
export const FIGURE =
  'figures whitespace-nowrap max-[20rem]:whitespace-normal max-[20rem]:wrap-anywhere';
