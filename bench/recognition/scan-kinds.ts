/** Facts of a file that its kind depends on. */
interface ScanItem {
  kind: string
  language: string | null
}

const named =
  (pattern: RegExp) =>
  ({ kind }: ScanItem): boolean =>
    pattern.test(kind)

/** Kinds of scans and pictures, by how a corpus describes them. A file may be of several. */
export const scanKinds: readonly (readonly [name: string, isOf: (item: ScanItem) => boolean])[] = [
  ['English', ({ language }) => language === 'en'],
  ['other languages', ({ language }) => language !== 'en'],
  ['several languages', ({ language }) => language?.includes('+') === true],
  ['other scripts', ({ language }) => /zh|ja|ko|ru|sr|ar/u.test(language ?? '')],
  ['turned', named(/turned/u)],
  ['skewed', named(/skewed/u)],
  ['columns', named(/columns/u)],
  ['photographs of pages', named(/photograph of/u)],
  ['old print', named(/Fraktur|old|1802|same page/u)],
  ['typewriter', named(/typewriter/u)],
  ['screens and web pages', named(/screenshot|web page/u)],
  ['lines and words', named(/lines?\b|word\b|words,|signs|faces|clipping|advertisement/u)],
  ['clean pages', named(/^(?:clean|accents|book page|poem)/u)],
]
