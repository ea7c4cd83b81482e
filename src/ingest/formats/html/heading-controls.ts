import { type DomDocument, type DomElement, findElements, hasName, shortText } from './dom.ts'

const isHeading = hasName('h1', 'h2', 'h3', 'h4', 'h5', 'h6')

/** Longer texts are no headings. */
const MAX_HEADING_CHARACTERS = 300

/** Behind at least this many headings, the same linked words are no words of theirs: "Edit". */
const MIN_ALIKE = 3

/**
 * Empties buttons behind the words of a heading, such as one that copies a link to it, and links that several headings
 * have. A button that opens a part may have its title.
 */
export function emptyHeadingControls(document: DomDocument): void {
  const links = new Map<string, DomElement[]>()
  for (const control of findElements(document.body, hasName('a', 'button')).toReversed()) {
    const heading = [control.parentNode, control.parentNode?.parentNode].find((around) => around && isHeading(around))
    if (!heading || control.hasAttribute('aria-expanded') || control.hasAttribute('aria-controls')) continue
    const [whole, words] = [heading, control].map((at) => shortText(at, MAX_HEADING_CHARACTERS))
    if (!words || !whole?.endsWith(words) || !/\p{L}{2}/u.test(whole.slice(0, -words.length))) continue
    if (control.localName === 'button') control.takeChildren()
    else links.getOrInsertComputed(words, () => []).push(control)
  }
  for (const alike of links.values()) if (alike.length >= MIN_ALIKE) for (const link of alike) link.takeChildren()
}
