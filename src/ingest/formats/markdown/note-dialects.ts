import type { MarkdownIt, StateInline } from 'markdown-it'

/** Longest link or comment of a note; without a limit, unclosed marks would be looked for again and again. */
const MAX_MARK_CHARACTERS = 2000

/** The text between marks at the current position; null if they aren't there. */
function between(state: StateInline, open: string, close: string): string | null {
  if (!state.src.startsWith(open, state.pos)) return null
  const from = state.pos + open.length
  const end = state.src.slice(from, from + MAX_MARK_CHARACTERS).indexOf(close)
  return end === -1 ? null : state.src.slice(from, from + end)
}

/** The words of a link to another note: `[[Harbour survey#Depths|the survey]]`. */
function wordsOfLink(target: string): string {
  const [note = '', ...words] = target.split('|')
  return (words.at(-1) ?? note.replace(/#\^?/u, ' ')).trim()
}

/** Lines that only programs read: block ids and properties of outliners, tags of templates, imports. */
const machineLine =
  /^\s{0,12}(?:[-*] )?(?:(?:id|collapsed|template|template-including-parent):: .*|(?:\{%.*%\}|\{\{[<%].*[>%]\}\}|:::.{0,3})\s*)$/u
/** Tags of templates within a line: `{{< ref "a" >}}`, `{% youtube x %}`. */
const templateTag = /\{\{[<%][^{}]{0,300}[>%]\}\}|\{%[^{}]{0,300}%\}/gu
/** A box with a title: `:::note Take care`. */
const boxLine = /^(\s{0,3}):::\s?\{?\.?[\w-]{1,30}\}?/u

/** Removes comments between lines of `%%`, lines and tags that only programs read, and marks of boxes; code stays. */
export function cleanLines(lines: readonly string[]): string[] {
  const kept: string[] = []
  let fence: string | null = null
  let isComment = false
  for (const line of lines) {
    const mark = /^ {0,3}(```+|~~~+)/u.exec(line)?.[1]
    if (mark !== undefined && !isComment) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence
    if (fence !== null) kept.push(line)
    else if (line.trim() === '%%') isComment = !isComment
    else if (!isComment && !machineLine.test(line)) kept.push(line.replace(boxLine, '$1').replace(templateTag, ''))
  }
  // A comment that isn't closed is text.
  return isComment ? [...lines] : kept
}

/**
 * What note-taking programs and site generators write beyond CommonMark: links to notes as their words, comments, embedded
 * files, kinds of boxes, ids of blocks and headings, marks of tasks. Products of numbers are none of its emphasis.
 */
export function noteDialects(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'note-link', (state: StateInline, isSilent: boolean) => {
    const isEmbedded = state.src.startsWith('![[', state.pos)
    const target = between(state, isEmbedded ? '![[' : '[[', ']]')
    if (target === null || target.includes('\n')) return false
    if (!isSilent && !isEmbedded) state.push('text', '', 0).content = wordsOfLink(target)
    state.pos += target.length + (isEmbedded ? 5 : 4)
    return true
  })
  // CommonMark would read 2*3*4 as an emphasized 3.
  md.inline.ruler.before('emphasis', 'product', (state: StateInline, isSilent: boolean) => {
    if (!/^\d\*\d/u.test(state.src.slice(Math.max(0, state.pos - 1), state.pos + 2))) return false
    if (!isSilent) state.push('text', '', 0).content = '*'
    state.pos += 1
    return true
  })
  md.inline.ruler.before('link', 'note-comment', (state: StateInline) => {
    const comment = between(state, '%%', '%%')
    if (comment === null) return false
    state.pos += comment.length + 4
    return true
  })
  md.core.ruler.after('inline', 'note-marks', ({ tokens }) => {
    tokens.forEach((token, at) => {
      const [first] = token.children ?? []
      if (token.type !== 'inline' || first === undefined) return
      const parent = tokens[at - 1]?.type
      const last = token.children?.findLast(({ type }) => type === 'text')
      if (first.type === 'text') {
        if (tokens[at - 2]?.type === 'blockquote_open')
          first.content = first.content.replace(/^\[!\w{1,30}\][-+]?\s?/u, '')
        if (tokens[at - 2]?.type === 'list_item_open') first.content = first.content.replace(/^\[[ xX/-]\]\s/u, '')
      }
      if (last === undefined) return
      last.content = last.content.replace(/(?:^|\s)\^[\w-]{1,60}$/u, '')
      if (parent === 'heading_open') last.content = last.content.replace(/\s?\{[#.:][^{}]{1,100}\}$/u, '')
    })
  })
}
