/** A document type stands this near the start, or it is none. */
const SEARCH_CHARACTERS = 8192
const MAX_DOCTYPE_CHARACTERS = 64 * 1024

/** What the entities of one file may add to it, in characters. */
const MAX_ADDED_CHARACTERS = 1_000_000

/**
 * Entities whose value is plain text: no markup and no other entity, so that nothing grows by nesting; none that is
 * found at an address, inside the archive or outside.
 */
const declaration = /<!ENTITY\s{1,20}([A-Za-z_][\w.-]{0,63})\s{1,20}(?:"([^"<%]{0,200})"|'([^'<%]{0,200})')\s{0,20}>/gu

/** Where a document type ends that begins at `from`, its internal subset included; null where it doesn't end. */
function doctypeEnd(markup: string, from: number): number | null {
  const limit = Math.min(markup.length, from + MAX_DOCTYPE_CHARACTERS)
  let inSubset = false
  let quote = ''
  for (let at = from; at < limit; at += 1) {
    const character = markup[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (markup.startsWith('<!--', at)) {
      const close = markup.indexOf('-->', at)
      if (close === -1) return null
      at = close + 2
    } else if (character === '"' || character === "'") quote = character
    else if (character === '[') inSubset = true
    else if (character === ']') inSubset = false
    else if (character === '>' && !inSubset) return at + 1
  }
  return null
}

function declaredIn(doctype: string): Map<string, string> {
  const entities = new Map<string, string>()
  for (const [, name = '', double, single] of doctype.matchAll(declaration)) {
    const value = double ?? single ?? ''
    if (!/&(?!#)/u.test(value) && !entities.has(name)) entities.set(name, value)
  }
  return entities
}

/** Puts values where they are named, until they have added as much as they may. */
function substitute(markup: string, entities: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  let done = 0
  let added = 0
  for (const { 0: reference, 1: name = '', index } of markup.matchAll(/&([A-Za-z_][\w.-]{0,63});/gu)) {
    const value = entities.get(name)
    if (value === undefined) continue
    added += value.length + 1
    if (added > MAX_ADDED_CHARACTERS) break
    parts.push(markup.slice(done, index), value)
    done = index + reference.length
  }
  return `${parts.join('')}${markup.slice(done)}`
}

/** Takes a document type off, and puts the text of the entities that it declares where they are named. */
export function resolveEntities(markup: string): string {
  const from = /<!DOCTYPE/iu.exec(markup.slice(0, SEARCH_CHARACTERS))?.index
  const end = from === undefined ? null : doctypeEnd(markup, from)
  if (from === undefined || end === null) return markup
  const entities = declaredIn(markup.slice(from, end))
  const rest = `${markup.slice(0, from)}${markup.slice(end)}`
  if (entities.size === 0) return rest
  return substitute(rest, entities)
}
