import type { SourceText } from './source-index.ts'

const kept = new WeakMap<SourceText, ReadonlySet<string>>()

/** Words that initials leave out. */
const small = /^(?:of|the|and|for|in|on|de|des|du|la|le|der|die|das|und|für|y|e|di)$/u
const MOST_WORDS = 6
/** Most initials that are kept; a hostile text is all capitals. */
const MOST_INITIALS = 100_000

/** Initials of every run of two to six words with capitals in a document: "World Health Organization" → who. */
export function initialsOf(source: SourceText): ReadonlySet<string> {
  const known = kept.get(source)
  if (known !== undefined) return known
  const found = new Set<string>()
  for (const [at, block] of source.blocks.entries()) {
    let run: string[] = []
    for (let token = source.first[at] ?? 0; token < (source.first[at + 1] ?? 0); token += 1) {
      const form = source.forms[source.ids[token] ?? -1] ?? ''
      const start = source.starts[token] ?? 0
      const capital = /^\p{Lu}/u.test(block.text.slice(start, start + 2))
      if (!capital && small.test(form) && run.length > 0) continue
      // "U.K." is two tokens of one letter each.
      run = capital ? [...run.slice(1 - MOST_WORDS), form.charAt(0)] : []
      if (found.size > MOST_INITIALS) break
      for (let length = 2; length <= run.length; length += 1) found.add(run.slice(-length).join(''))
    }
  }
  kept.set(source, found)
  return found
}
