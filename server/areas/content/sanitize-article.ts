/** Restricts the HTML of an article. It runs on write, so that every reader gets clean HTML. */
const TEXT_TAGS =
  'h2 h3 p br hr blockquote code strong em a ul ol li table thead tbody tr th td'.split(' ');
const EXTERNAL_LINK = /^(?:https|mailto):/i;

/**
 * Returns `html` with only text structure, tables and links: no script, style, form, frame, picture,
 * class or event attribute. Links lead to pages of this site (`/…`), `https:` or `mailto:` addresses.
 * External links open in a new tab that has no access to this one.
 */
export async function sanitizeArticle(html: string): Promise<string> {
  // A server starts without this package, because articles are rarely written.
  const { default: sanitizeHtml } = await import('sanitize-html');
  return sanitizeHtml(html, {
    allowedTags: TEXT_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'], th: ['scope'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: EXTERNAL_LINK.test(href)
          ? { href, target: '_blank', rel: 'noopener noreferrer' }
          : { href },
      }),
    },
  }).trim();
}
