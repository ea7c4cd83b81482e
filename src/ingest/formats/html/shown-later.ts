import { type DomDocument, type DomElement, type DomNode, findElements, hasName, isElement, STREAM_END } from './dom.ts'

/** Pages have a handful of these; each is searched for its slots. */
const MAX_SHADOW_ROOTS = 500

const isTemplate = hasName('template')
const isSlot = hasName('slot')

const idOf = (element: DomElement): string => element.getAttribute('id') ?? ''

/** Id of the part that takes the place of an element, by its id; React also writes "P:" for text. */
const partIdOf = (id: string): string =>
  id.startsWith('pl-') ? id.slice('pl-'.length) : id.replace(/^[BP]:/u, 'S:').replace(/afph(?=\d+$)/u, 'af')

/** Nodes after a place that are searched for its end; a fallback has few. */
const MAX_FALLBACK_NODES = 100

/** Drops what is shown in a place until its part arrives: the elements up to the mark of its end. */
function dropFallback(place: DomElement): void {
  let node = place.nextSibling
  for (let at = 0; node !== null && at < MAX_FALLBACK_NODES; at += 1, node = node.nextSibling) {
    if (isElement(node) && idOf(node) === STREAM_END) {
      place.nextSibling = node
      return
    }
  }
}

/**
 * Puts parts that a server streams after the page into their places: React sends `<div hidden id="S:0">` for the
 * placeholder `<template id="B:0">` (https://react.dev/reference/react-dom/server/renderToReadableStream), Solid
 * `<template id="0">` for `<template id="pl-0">` (https://docs.solidjs.com/reference/rendering/render-to-stream), and
 * Marko `<div id="af0">` for `<noscript id="afph0">`.
 */
function placeStreamed(document: DomDocument): void {
  const named = new Map(
    findElements(document.body, (element) => element.hasAttribute('id')).map((element) => [idOf(element), element]),
  )
  for (const [id, place] of named) {
    if (id.startsWith('S:')) place.removeAttribute('hidden')
    const part = named.get(partIdOf(id))
    if (part === undefined || part === place) continue
    place.localName = 'div'
    place.takeChildren()
    for (const node of part.takeChildren()) place.append(node)
    dropFallback(place)
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

/**
 * Puts content into the places where browsers show it: streamed parts, and the trees of declarative shadow roots.
 */
export function placeLateContent(document: DomDocument): void {
  placeStreamed(document)
  const roots = findElements(
    document.body,
    (element) => isTemplate(element) && (element.hasAttribute('shadowrootmode') || element.hasAttribute('shadowroot')),
  )
  for (const root of roots.slice(0, MAX_SHADOW_ROOTS)) {
    root.localName = 'div'
    if (root.parentNode !== null) fillSlots(root.parentNode, root)
  }
}
