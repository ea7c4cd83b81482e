// Numbers of printed pages inside the text of e-books and of web pages that were made from books.

/** Classes of page numbers: "pagenum", "page_no", "Pg-Nr", "seitenzahl", "folio", "x-ebookmaker-pageno". */
const numberClass =
  /(?:^|[\s-])(?:(?:(?:print)?pag(?:e|ina)?|pg|seiten?|folio|sid[aeo]?|stron[ay])[-_]?(?:num(?:ber|mer|ero)?s?|tal|no|nr|n|marker|mark|zahl)|num(?:ero)?[-_]?pag(?:e|ina)?|foli(?:os?|ation))\d*(?:\s|$)/iu

/** Classes of page breaks, whose text may also be the number of a chapter. */
const breakClass =
  /(?:^|\s)(?:(?:page|pg|seiten?|folio)[-_]?(?:break|brk|start|umbruch|wechsel)?|pb|newpage)\d*(?:\s|$)/iu
const pageId = /^(?:page|pg|p|seite|pagina)[_-]?0{0,4}([\divxlc]{1,8})$/iu
const pageWord = '(?:pg|pag[ei]?|pagina|pp?|s|seite|sid[ae]?|str|strona|pág|página|стр)(?!\\p{L})'
/** A dash is on both sides of a page number; a single one is a minus. */
const loneDash = '[~—–-][^~—–-]*$'
const pageNumber = new RegExp(
  `^(?!${loneDash})([[({|~—–-]?)\\s?(${pageWord}\\.?)?\\s?(\\d{1,5}|[ivxlc]{1,8})\\s?[\\])}|~—–-]?$`,
  'iu',
)

/**
 * The beginning of a text that shows that the number before it is no part of the sentence: a letter, except for the ending
 * of an ordinal, as in "14th", and the Chinese, Japanese or Korean word for a page.
 */
export const glued = /^(?!(?:st|nd|rd|th|er?|ème)(?!\p{L})|[页頁쪽]|ページ)\p{L}/u

/** The number of a printed page at the end of a text, recognized by its form alone: "[Pg 12]", "[S. 7]", "{4}". */
export const bracketedPage = new RegExp(
  `(?:[[(]\\s?${pageWord}\\.?\\s?(?:\\d{1,4}|[ivxlc]{1,8})\\s?[\\])]|\\{\\d{1,4}\\})[\\ufdd2]?$`,
  'iu',
)

/** How an element shows that its text may be the number of a printed page. */
export interface PageNumberSigns {
  /** Its class names a page number. */
  named: boolean
  /** The number in its id, or in the title of a page break. */
  id: string
}

/** Whether an element may be the number of a printed page, by its class or id; its text decides. Null if it can't. */
export function pageNumberSigns(
  name: string,
  attributes: Readonly<Record<string, string | null | undefined>>,
): PageNumberSigns | null {
  if (!/^(?:span|a|div|p|small|b|i|sup|ins)$/u.test(name)) return null
  const classes = attributes['class'] ?? ''
  const named = numberClass.test(classes)
  const breaks = !/^(?:div|p)$/u.test(name) && breakClass.test(classes)
  const title = breaks ? attributes['title'] : ''
  const id = pageId.exec(attributes['id'] ?? attributes['name'] ?? '')?.[1] ?? title ?? ''
  // A link leads to a page, from an index or a sentence.
  if ((attributes['href'] ?? null) !== null && !named) return null
  return named || id !== '' || breaks ? { named, id } : null
}

/**
 * Classifies the text of an element with such signs: the number of a printed page, or a number that is one only if `glued`
 * matches the text after it.
 */
export function pageNumberKind(text: string, { named, id }: PageNumberSigns): 'page' | 'number' | null {
  if (named && text.trim() === '') return 'page'
  const [, bracket, word, number] = pageNumber.exec(text.trim()) ?? []
  if (number === undefined) return null
  const isPage = named || bracket !== '' || word !== undefined || number.toLowerCase() === id.toLowerCase()
  return isPage ? 'page' : 'number'
}
