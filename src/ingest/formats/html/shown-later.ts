import {
  type DomDocument,
  type DomElement,
  type DomNode,
  DomText,
  findElements,
  hasName,
  isElement,
  shortText,
} from './dom.ts'

/** Pages have a handful of these; each is searched for its slots. */
const MAX_SHADOW_ROOTS = 500

const isTemplate = hasName('template')
const isSlot = hasName('slot')

const idOf = (element: DomElement): string => element.getAttribute('id') ?? ''

/**
 * Puts parts that a server streams after the page into their places: React sends `<div hidden id="S:0">` for the
 * placeholder `<template id="B:0">` (https://react.dev/reference/react-dom/server/renderToReadableStream), and Solid
 * `<template id="0">` for `<template id="pl-0">` (https://docs.solidjs.com/reference/rendering/render-to-stream).
 */
function placeStreamed(document: DomDocument): void {
  const templates = findElements(document.body, isTemplate)
  const places = new Map(templates.map((element) => [idOf(element), element]))
  const parts = [
    ...findElements(document.body, (element) => element.hasAttribute('hidden') && idOf(element).startsWith('S:')),
    ...templates.filter((element) => places.has(`pl-${idOf(element)}`)),
  ]
  for (const part of parts) {
    const key = idOf(part)
    const place = [`pl-${key}`, key.replace('S', 'B'), key.replace('S', 'P')].map((id) => places.get(id)).find(Boolean)
    if (place === undefined) {
      part.removeAttribute('hidden')
      continue
    }
    place.localName = 'div'
    for (const node of part.takeChildren()) place.append(node)
  }
}

/** Moves an element's children into the slots of its shadow root; what has no slot is not shown. */
function fillSlots(host: DomElement, root: DomElement): void {
  const slots = new Map(findElements(root, isSlot).map((slot) => [slot.getAttribute('name') ?? '', slot]))
  if (slots.size === 0) return
  const filled = new Set<DomElement>()
  const slotOf = (node: DomNode): DomElement =>
    (node === root ? undefined : slots.get((isElement(node) ? node.getAttribute('slot') : null) ?? '')) ?? host
  for (const node of host.takeChildren()) {
    const slot = slotOf(node)
    // A slot shows its own content only if nothing takes its place.
    if (slot !== host && !filled.has(slot) && (isElement(node) || node.textContent.trim() !== '')) {
      slot.takeChildren()
      filled.add(slot)
    }
    slot.append(node)
  }
}

/** Joins words and letters that are set apart for an animation, whose label for screen readers is the same text. */
function joinAnimatedLetters(document: DomDocument): void {
  const isHiddenPart = (node: DomNode): boolean => isElement(node) && node.getAttribute('aria-hidden') === 'true'
  for (const element of findElements(document.body, (at) => at.hasAttribute('aria-label'))) {
    const label = element.getAttribute('aria-label') ?? ''
    const letters = label.replace(/\s+/gu, '')
    const first = element.firstChild
    if (first === null || letters === '' || ![first, first.nextSibling ?? first].some(isHiddenPart)) continue
    if (shortText(element, label.length * 2).replace(/\s+/gu, '') !== letters) continue
    element.takeChildren()
    element.append(new DomText(label))
  }
}

/**
 * Puts content into the places where browsers show it: streamed parts, the trees of declarative shadow roots, and the
 * letters of animated text.
 */
export function placeLateContent(document: DomDocument): void {
  placeStreamed(document)
  joinAnimatedLetters(document)
  const roots = findElements(
    document.body,
    (element) => isTemplate(element) && (element.hasAttribute('shadowrootmode') || element.hasAttribute('shadowroot')),
  )
  for (const root of roots.slice(0, MAX_SHADOW_ROOTS)) {
    root.localName = 'div'
    if (root.parentNode !== null) fillSlots(root.parentNode, root)
  }
}
