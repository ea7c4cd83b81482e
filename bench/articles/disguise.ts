import { parseHTML } from 'linkedom'
import { decodeText } from '../../src/ingest/formats/decode-text.ts'

type Page = ReturnType<typeof parseHTML>['document']

/** A page without one kind of evidence about its parts, and with the same text. */
interface Disguise {
  name: string
  apply: (document: Page) => void
}

const namingAttributes = ['class', 'id', 'itemprop', 'role', 'data-testid', 'data-component', 'rel']

/** A short meaningless name, the same for the same word: "x1k2m9". */
function masked(word: string): string {
  let hash = 7
  for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return `x${(hash >>> 0).toString(36)}`
}

/** Replaces classes and ids consistently, also in style sheets. */
function maskNames(document: Page): void {
  for (const element of document.querySelectorAll('[class], [id]')) {
    for (const name of ['class', 'id']) {
      const value = element.getAttribute(name)
      if (value !== null) element.setAttribute(name, value.split(/\s+/u).filter(Boolean).map(masked).join(' '))
    }
  }
  for (const style of document.querySelectorAll('style')) {
    style.textContent = (style.textContent ?? '').replace(
      /([.#])(-?[_a-z][\w-]*)(?=[^{}]*\{)/giu,
      (_: string, mark: string, name: string) => mark + masked(name),
    )
  }
}

function stripNames(document: Page): void {
  for (const name of namingAttributes) {
    for (const element of document.querySelectorAll(`body [${name}]`)) element.removeAttribute(name)
  }
}

function renameTags(document: Page, tags: readonly string[], to: string): void {
  for (const tag of tags) {
    for (const element of document.querySelectorAll(tag)) {
      const twin = document.createElement(to)
      for (const { name, value } of element.attributes) twin.setAttribute(name, value)
      twin.append(...element.childNodes)
      element.replaceWith(twin)
    }
  }
}

const flattenSections = (document: Page): void =>
  renameTags(
    document,
    ['article', 'main', 'section', 'aside', 'header', 'footer', 'nav', 'figure', 'figcaption'],
    'div',
  )

function removeLinkedData(document: Page): void {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) script.remove()
}

function wrapParts(document: Page): void {
  for (const element of document.querySelectorAll('body p, body ul, body h2, body div')) {
    const outer = document.createElement('div')
    const inner = document.createElement('div')
    element.replaceWith(outer)
    outer.append(inner)
    inner.append(element)
  }
}

export const disguises: readonly Disguise[] = [
  { name: 'as it is', apply: () => undefined },
  { name: 'masked class names', apply: maskNames },
  { name: 'no names at all', apply: stripNames },
  { name: 'no sectioning tags', apply: flattenSections },
  {
    name: 'no names, no sectioning tags',
    apply: (document) => {
      stripNames(document)
      flattenSections(document)
    },
  },
  { name: 'no JSON-LD', apply: removeLinkedData },
  { name: 'wrapped in div soup', apply: wrapParts },
  { name: 'paragraphs as divs', apply: (document) => renameTags(document, ['p'], 'div') },
]

/** Rewrites a page. White space and attribute order are the serializer's, so compare with 'as it is'. */
export function disguisePage(html: Uint8Array, disguise: Disguise): Uint8Array {
  const { document } = parseHTML(decodeText(html, null))
  for (const meta of document.querySelectorAll('meta[charset], meta[http-equiv="content-type" i]')) meta.remove()
  disguise.apply(document)
  const declaration = document.createElement('meta')
  declaration.setAttribute('charset', 'utf-8')
  document.head.prepend(declaration)
  return Buffer.from(document.toString())
}
