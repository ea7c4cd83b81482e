import type { Page, Scope, TextBlock } from '../page.ts'
import { isClosing, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'
import { bare } from './prune.ts'
import { linkShare } from './structure.ts'

/** A standfirst is a sentence or three. */
const MIN_CHARACTERS = 40
const MAX_CHARACTERS = 600
const MIN_WORDS = 6

/** A longer way from the title to the text holds other things than the article's head. */
const MAX_BLOCKS_BETWEEN = 30

/** A line that says when the page was published or by whom. */
const property = /^(?:by|von|par|por|di|door|published|posted|updated|last updated|written)\b/iu

/** Whether a part of the page, or one around it, is named as a standfirst, and none as anything else that is not text. */
function isNamedStandfirst(scope: Scope): boolean {
  let isNamed = false
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (at.noise === 'standfirst') isNamed = true
    else if (at.noise !== null && at.noise !== 'byline') return false
    else if (at.noise === 'byline' && !isNamed) return false
  }
  return isNamed
}

function isSummary(block: TextBlock): boolean {
  const { text } = block
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS || linkShare(block) >= 0.5) return false
  if (isDateline(text) || isMetaLine(text) || isLabel(text) || isPointer(text) || isClosing(text)) return false
  return !property.test(text) && text.split(' ').length >= MIN_WORDS
}

/**
 * Finds the standfirst (dek, subtitle) between the title and the text of an article: the line by which the page's names
 * or its header element set it apart.
 *
 * @param text the article's blocks; a standfirst that repeats one of them is none
 */
export function findStandfirst(page: Page, title: TextBlock | null, text: readonly TextBlock[]): TextBlock | null {
  const [first] = text
  if (title === null || first === undefined) return null
  const between = page.blocks.slice(title.index + 1, first.index)
  if (between.length > MAX_BLOCKS_BETWEEN) return null
  const found = between.find((block) => isNamedStandfirst(block.scope) && isSummary(block))
  if (found === undefined) return null
  const key = bare(found.text)
  return text.slice(0, 10).some((block) => bare(block.text).includes(key)) ? null : found
}
