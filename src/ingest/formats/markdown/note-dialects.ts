import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { texAt, texText } from '../html/tex-text.ts'

/** Longest link, formula or comment; without a limit, unclosed marks would be looked for again and again. */
const MAX_MARK_CHARACTERS = 2000

/** The words of a link to another note: `[[Harbour survey#Depths|the survey]]`. */
function wordsOfLink(target: string): string {
  const [note = '', ...words] = target.split('|')
  return (words.at(-1) ?? note.replace(/#\^?/u, ' ')).trim()
}

/** A mark within a line, and its result: the text as it is, an HTML tag around it, or nothing. */
interface Mark {
  name: string
  /** Matches at the current position. */
  pattern: RegExp
  read?: (match: RegExpExecArray) => { text: string; tag?: string }
  /** Characters that can't be before it. */
  notAfter?: RegExp
}

const inner = (match: RegExpExecArray) => ({ text: match.slice(1).find((group) => group !== undefined) ?? '' })

/** Tried in this order, before the marks of CommonMark. */
const marks: readonly Mark[] = [
  { name: 'embedded-note', pattern: /!\[\[[^\][\n]{1,500}\]\]/uy },
  {
    name: 'note-link',
    pattern: /\[\[([^\][\n]{1,500})\]\]/uy,
    read: ([, target = '']) => ({ text: wordsOfLink(target) }),
    notAfter: /[\w\])]/u,
  },
  { name: 'citation', pattern: /\[-?@[\p{L}\d][^\][\n]{0,300}\]/uy },
  { name: 'span', pattern: /\[([^\][\n]{1,300})\]\{[.#=][^{}\n]{0,100}\}/uy, read: inner },
  {
    // Its address is a tag of a template, with spaces.
    name: 'template-link',
    pattern: /\[([^\][\n]{1,300})\]\([^(){}\n]{0,100}\{[{%][^{}\n]{0,300}[%}]\}[^(){}\n]{0,100}\)/uy,
    read: inner,
  },
  {
    name: 'template-tag',
    pattern:
      /\{\{[<%][^{}]{0,300}[>%]\}\}|\{%[^{}]{0,300}%\}|\{:[^{}\n]{0,200}\}|\{\/\*[^{}]{0,500}\*\/\}|\{\{(?:embed|query|renderer|video|tweet)\b[^{}]{0,300}\}\}/uy,
  },
  {
    name: 'formula',
    pattern: /\$\$([^$]{1,1500})\$\$|\$(?=[^\s$])([^$\n]{1,300}?)(?<=\S)\$(?![\p{L}\d$])/uy,
    read: (match) => ({ text: texText(inner(match).text) }),
    notAfter: /[\w$\\]/u,
  },
  {
    name: 'highlight',
    pattern: /\^\^(?=[^\s^][^\n]{0,500}\^\^)|(?<=[\p{L}\p{N}\])])\^\^(?![\p{L}\p{N}])/uy,
    read: () => ({ text: '' }),
  },
  { name: 'role', pattern: /\{[a-z][a-z:-]{1,20}\}(?=`)/uy, read: () => ({ text: '' }) },
  // CommonMark would read 2*3*4 as an emphasized 3.
  { name: 'product', pattern: /(?<=\d)\*(?=\d)/uy, read: () => ({ text: '*' }) },
  {
    name: 'subscript',
    pattern: /~([\p{L}\d+−-]{1,3})~(?!~)/uy,
    read: (match) => ({ ...inner(match), tag: 'sub' }),
    notAfter: /[~\s]/u,
  },
  {
    name: 'superscript',
    pattern: /\^([\p{L}\d+−-]{1,6})\^/uy,
    read: (match) => ({ ...inner(match), tag: 'sup' }),
    notAfter: /[\^\s]/u,
  },
]

const commentMark = '%%'

function addMark(md: MarkdownIt, { name, pattern, read, notAfter }: Mark): void {
  const first = '[![{$*~^'
  md.inline.ruler.before('escape', name, (state: StateInline, isSilent: boolean) => {
    const before = state.src[state.pos - 1] ?? ''
    if (!first.includes(state.src[state.pos] ?? ' ') || (notAfter?.test(before) ?? false)) return false
    pattern.lastIndex = state.pos
    const match = pattern.exec(state.src)
    if (match === null) return false
    const made = read?.(match)
    if (!isSilent && made === undefined && /[ \t]$/u.test(state.pending)) state.pending = state.pending.trimEnd()
    if (!isSilent && made !== undefined) {
      if (made.tag !== undefined) state.push('html_inline', '', 0).content = `<${made.tag}>`
      state.push('text', '', 0).content = made.text
      if (made.tag !== undefined) state.push('html_inline', '', 0).content = `</${made.tag}>`
    }
    state.pos += match[0].length
    return true
  })
}

/** Attributes of a heading: `{#id .class}`, `{-}`. */
const headingAttributes = /\s?\{(?:[#.:][^{}]{1,100}|-)\}$/u
const blockAttributes = /\s?\{#[^{}]{1,100}\}$/u
/** The id of a block, for links to it. */
const blockId = /(?:^|\s)\^[\w-]{1,60}$/u
const blockLink = /\(\([\da-f]{8}-[\da-f-]{27}\)\)/gu
/** The kind of a box: `> [!WARNING]- Take care`. */
const boxKind = /^\[![\p{L}\w][\p{L}\w-]{0,29}(?:\|[^\]]{0,30})?\][-+]?\s?/u
const task = /^\[[ xX/!?<>-]\]\s/u

/** Removes marks at the ends of a block: kind of a box, state of a task, ids, attributes. */
function trimMarks(children: readonly Token[], parent: string | undefined, around: string | undefined): void {
  const [first, second] = children
  if (first?.type === 'text' && around === 'blockquote_open' && boxKind.test(first.content)) {
    first.content = first.content.replace(boxKind, '')
    // The title of a box is not the beginning of its first sentence.
    if (second?.type === 'softbreak' && first.content !== '') Object.assign(second, breakOfParagraph)
  }
  if (first?.type === 'text' && around === 'list_item_open') first.content = first.content.replace(task, '')
  for (const child of children) if (child.type === 'text') child.content = child.content.replace(blockLink, '')
  const last = children.findLast(({ type }) => type === 'text')
  if (last === undefined) return
  last.content = last.content
    .replace(blockId, '')
    .replace(parent === 'heading_open' ? headingAttributes : blockAttributes, '')
}

const breakOfParagraph = { type: 'html_inline', content: '<br><br>' }

/**
 * Reads the syntax of note-taking programs, pandoc and site generators beyond CommonMark: wiki links as their text,
 * comments, embedded files, callouts, ids of blocks and headings, task marks, template tags, formulas in TeX, raised
 * and lowered characters. The asterisks of a product of numbers are not emphasis.
 */
export function noteDialects(md: MarkdownIt): void {
  for (const mark of marks) addMark(md, mark)
  md.inline.ruler.before('escape', 'tex', (state: StateInline, isSilent: boolean) => {
    const tex = texAt(state.src, state.pos)
    if (tex === null) return false
    if (!isSilent) state.push('text', '', 0).content = tex.text
    state.pos = tex.end
    return true
  })
  md.inline.ruler.before('link', 'note-comment', (state: StateInline) => {
    // After a number, it is a percent sign that is escaped.
    if (!state.src.startsWith(commentMark, state.pos) || /\d/u.test(state.src[state.pos - 1] ?? '')) return false
    const end = state.src.slice(state.pos + 2, state.pos + 2 + MAX_MARK_CHARACTERS).indexOf(commentMark)
    if (end === -1) return false
    state.pos += end + 2 * commentMark.length
    return true
  })
  md.core.ruler.after('inline', 'note-marks', ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === 'inline') trimMarks(token.children ?? [], tokens[at - 1]?.type, tokens[at - 2]?.type)
    })
  })
}
