/** Lines that only programs read: properties of outliners, tags of templates. */
const machineLine = new RegExp(
  `^\\s{0,12}(?:[-*] )?(?:${[
    '(?:id|collapsed|template|template-including-parent|title|tags|alias|icon|public|type):: .*',
    '\\([\\w-]{1,60}\\)=|\\{%.*%\\}|\\{\\{[<%].*[>%]\\}\\}|\\{:[^{}]*\\}',
    '(?:[-*+]|1\\.) TOC|\\[(?:TOC|toc|\\[(?:_TOC_|toc)\\])\\]',
  ].join('|')})$`,
  'u',
)

/** A line of MDX that imports or exports, above the text. */
const moduleLine =
  /^(?:import (?:[\w{}*,\s$]{1,300} from )?["'][^"']{1,300}["'];?|export (?:const|let|default|function)\b.*)$/u

/** Code between tags of Jekyll and Hugo. */
const codeStart = /^\s{0,3}(?:\{%-? highlight|\{\{< highlight) (\w{1,30})?.*(?:%|>)\}\}?$/u
const codeEnd = /^\s{0,3}(?:\{%-? endhighlight -?%\}|\{\{< ?\/ ?highlight ?>\}\})$/u

/** The mark of a box, with its title if it has one: `:::note Take care`, `:::tip[Take care]`, `::: {.callout-note}`. */
const boxLine = /^(\s{0,3}):{3,}\s?(?:\{[^{}]{0,200}\}|[\w-]{1,30})?(?:\{[^{}]{0,200}\})?\s?(?:\[([^\][]{0,200})\])?/u
/** A box or a tab of MkDocs, whose content is indented: `!!! note "Take care"`. */
const indentedBox = /^(?:!!!|\?\?\?\+?|===) {1,3}[\w -]{0,60}(?:"([^"]{0,200})")?$/u

/** A query of Obsidian, which shows its result. */
const queryFence = /^\s{0,3}(?:```|~~~)\s?(?:dataview(?:js)?|tasks|query|base)\s*$/u
const fenceMark = /^ {0,3}(```+|~~~+)/u

/** Dedents the content of boxes of MkDocs, which would be code. */
function openBoxes(lines: readonly string[]): string[] {
  let isInside = false
  return lines.flatMap((line) => {
    const box = indentedBox.exec(line)
    if (box !== null) {
      isInside = true
      return ['', box[1] ?? '', '']
    }
    if (isInside && line.trim() !== '' && !line.startsWith('    ')) isInside = false
    return [isInside ? line.slice(4) : line]
  })
}

/**
 * Removes lines that only programs read, comments between lines of `%%`, and the marks of boxes from Markdown, as
 * note-taking programs and site generators write it. Code stays.
 */
export function cleanLines(lines: readonly string[]): string[] {
  const kept: string[] = []
  let fence: string | null = null
  let isComment = false
  let isQuery = false
  let start = 0
  while (start < lines.length && (lines[start] === '' || moduleLine.test(lines[start] ?? ''))) {
    // An export ends at an empty line.
    if (lines[start]?.startsWith('export') === true) while ((lines[start + 1] ?? '') !== '') start += 1
    start += 1
  }
  for (const line of openBoxes(lines.slice(start))) {
    const mark = fenceMark.exec(line)?.[1]
    const wasCode = fence !== null
    if (mark !== undefined && !isComment) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence
    // Every `%%` begins or ends a comment; within a line, the parser of the line removes it.
    const isMark = !wasCode && fence === null && line.trim().startsWith('%%') && line.split('%%').length === 2
    if (isMark || (isComment && line.trimEnd().endsWith('%%'))) isComment = !isComment
    else if (isComment) continue
    else if (wasCode || fence !== null) {
      if (!wasCode) isQuery = queryFence.test(line)
      if (!isQuery) kept.push(line)
    } else if (codeStart.test(line) || codeEnd.test(line)) kept.push('```')
    // The title of a box is a paragraph of its own.
    else if (boxLine.test(line)) kept.push(line.replace(boxLine, '$1$2'), '')
    else if (!machineLine.test(line)) kept.push(line)
  }
  // A comment that isn't closed is text.
  return isComment ? [...lines] : kept
}
