/** Elements without text for readers. */
export const skippedTags: ReadonlySet<string> = new Set(
  `script style noscript template svg iframe object embed video audio canvas select option textarea input
  datalist head title map picture img progress meter rp rt annotation annotation-xml amp-ad amp-embed amp-analytics
  amp-consent amp-sidebar amp-user-notification`.split(/\s+/u),
)

/** Elements that hold a line of text. */
export const lineTags: ReadonlySet<string> = new Set(
  'p li dd dt td th blockquote figcaption h1 h2 h3 h4 h5 h6'.split(' '),
)

/** Elements that begin on a new line. */
export const blockTags: ReadonlySet<string> = new Set(
  `html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table
  caption tbody td tfoot th thead tr ul label button`.split(/\s+/u),
)
