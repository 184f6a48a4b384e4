/** Links to outside pages, as operators set them. */

export const OUTSIDE_LINK_LENGTH_MAX = 500;

/** A web page, an email address or a phone number; no page of this site and no script. */
export const OUTSIDE_LINK =
  /^(?:https:\/\/[^\s/?#@\\"<>]+(?:[/?#][^\s\\"<>]*)?|mailto:[^\s@?"<>]+@[^\s@?"<>]+(?:\?[^\s"<>]*)?|tel:\+?[\d().-]{3,40})$/;

export const isOutsideLink = (text: string): boolean =>
  text.length <= OUTSIDE_LINK_LENGTH_MAX && OUTSIDE_LINK.test(text);
