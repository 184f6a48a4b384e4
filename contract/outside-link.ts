/** Links that lead out of the exchange, as its operator sets them. */

export const OUTSIDE_LINK_LENGTH_MAX = 500;

/** A page, an address of mail, a number to call; nothing else: no page of this site, no script. */
export const OUTSIDE_LINK =
  /^(?:https:\/\/[^\s/?#@\\"<>]+(?:[/?#][^\s\\"<>]*)?|mailto:[^\s@?"<>]+@[^\s@?"<>]+(?:\?[^\s"<>]*)?|tel:\+?[\d().-]{3,40})$/;

export const isOutsideLink = (text: string): boolean =>
  text.length <= OUTSIDE_LINK_LENGTH_MAX && OUTSIDE_LINK.test(text);
