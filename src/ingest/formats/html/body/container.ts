import type { Scope, TextBlock } from '../page.ts'
import type { WeighedPage } from './mass.ts'

/** A child that holds this share of the running text around it is where the article is. */
const DESCENT_SHARE = 0.72

/** Names that authors give to the element around an article's text. */
const bodyName =
  / (?:article ?body|body ?copy|(?:article|story|post|entry|news|blog|page) ?(?:body|content|text|copy|main|inner|detail|details|full)|(?:body|content|text) (?:article|story|post|entry)|article|h entry|hentry|main content|wysiwyg|rich text|mw parser output) /u

/** Inside these no article begins: a scope of this kind is part of a text, not around one. */
const innerTags = new Set(['p', 'li', 'ul', 'ol', 'dl', 'table', 'tbody', 'tr', 'blockquote', 'pre'])

/** Whether a scope stands in (or is) another. */
export function isWithin(scope: Scope, outer: Scope): boolean {
  for (let at: Scope | null = scope; at !== null && at.depth >= outer.depth; at = at.parent)
    if (at === outer) return true
  return false
}

/** The scopes of a page by the scope around them, in reading order. */
function childScopes(weighed: WeighedPage): ReadonlyMap<Scope, readonly Scope[]> {
  const children = new Map<Scope, Scope[]>()
  for (const scope of weighed.masses.keys()) {
    if (scope.parent === null) continue
    const known = children.get(scope.parent)
    if (known === undefined) children.set(scope.parent, [scope])
    else known.push(scope)
  }
  return children
}

/**
 * Where to begin looking: the nearest `<article>` or `<main>` around the article's title, when a fair part of the page's
 * text is in it. Pages that append the next stories, or list others below, have several.
 */
function startScope(weighed: WeighedPage, title: TextBlock | null): Scope {
  const { root } = weighed.page
  const total = weighed.masses.get(root)?.clean ?? 0
  for (let at = title?.scope ?? null; at !== null; at = at.parent) {
    if (at.tag !== 'article' && at.tag !== 'main' && !/ (?:article|story|post|hentry) /u.test(at.words)) continue
    const here = weighed.masses.get(at)?.clean ?? 0
    if (here >= 400 && here >= total * 0.15) return at
  }
  return root
}

/** A part with less text than this is no section of an article. */
const SECTION_MASS = 150

const signature = (scope: Scope): string => `${scope.tag}${scope.words.replace(/\d+/gu, '')}`

/** Whether another part beside a scope is built like it and holds text too: an article in sections. */
function hasTwin(scope: Scope, siblings: readonly Scope[], clean: (scope: Scope) => number): boolean {
  if (scope.tag === 'article') return false
  const own = signature(scope)
  return siblings.some((other) => other !== scope && clean(other) >= SECTION_MASS && signature(other) === own)
}

/**
 * Finds the innermost part of a page that holds nearly all of its running text, or all of it that goes by an article's
 * name.
 */
export function findContainer(weighed: WeighedPage, title: TextBlock | null): Scope {
  const children = childScopes(weighed)
  const clean = (scope: Scope): number => weighed.masses.get(scope)?.clean ?? 0
  const start = startScope(weighed, title)
  let at = start
  for (;;) {
    const here = clean(at)
    const next = (children.get(at) ?? []).reduce<Scope | null>(
      (best, child) => (best === null || clean(child) > clean(best) ? child : best),
      null,
    )
    if (next === null || clean(next) < here * DESCENT_SHARE || innerTags.has(next.tag)) break
    if (hasTwin(next, children.get(at) ?? [], clean)) break
    at = next
  }
  return namedAround(weighed, at, start)
}

/** The widest element named as an article's body around a scope that is not much more than the scope. */
function namedAround(weighed: WeighedPage, scope: Scope, start: Scope): Scope {
  const clean = (at: Scope): number => weighed.masses.get(at)?.clean ?? 0
  let found = scope
  for (let at = scope.parent; at !== null && isWithin(at, start); at = at.parent) {
    if (weighed.noiseOfScope(at) !== null || clean(at) > clean(scope) * 1.6) break
    if (bodyName.test(at.words) && at.tag !== 'body' && at.tag !== 'html') found = at
  }
  return found
}
