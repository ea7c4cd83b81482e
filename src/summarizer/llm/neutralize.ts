/** Zero-width joiners that are not between letters, where Persian and Indian scripts need them. */
const strayJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu

/**
 * Invisible characters: controls, zero-width and bidirectional marks, fillers, variation selectors, the tag
 * characters of plane 14. They can carry text that only a machine reads.
 */
const invisible = /[\p{Cc}\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]]]/gv

const lineBreaks = /[\r\n\u0085\u2028\u2029]\s*/gu
/** Between cells of tables from PDF files; other formats have bars. */
const tabs = /\t+/gu
const spaces = /\s+/gu

/** The label of a statement in the second read: s4, s5+, s6 on s4. */
const statement = String.raw`s\s*\d+(?:\s*\+)?(?:\s+on\s+s\s*\d+)?`
/** Labels of the prompt's own lines, and words in brackets in chat templates. */
const labelForms = [
  String.raw`(?:${statement}\s+)?b\s*\d+(?:[\s,;–-]+(?:b\s*)?\d+){0,20}`,
  String.raw`${statement}|section(?:\s+\d+)?|quote(?:\s+b?\d+)?|missing\s+\d+`,
  'title|author|site|published|saved|form|kind|note|under|chapter|focus|question|earlier|answer',
  '(?:available_)?tools?(?:_calls?|_results?)?',
  'inst|sys|system(?:_prompt)?|user|assistant|developer',
]
const labels = new RegExp(String.raw`[[【［]\s*((?:\/\s*)?(?:${labelForms.join('|')}))\s*[\]】］]`, 'giu')

/** Tags of any kind: the fence's, those of chat templates (<|im_start|>, <s>, <<SYS>>, <start_of_turn>), HTML. */
const opening = /[<＜](?=\s?[\p{L}/|｜<＜!?_])/gu
const closing = /(?<=[\p{L}\p{N}"'/|｜>＞_?]|--)[>＞]/gu

const leadingMarks = /^[\s#>]+/u
const roleMarks = /#{2,12}(?=\s{0,9}(?:system|user|assistant|human|instructions?|response|input|developer)\b)/giu
const roles = /((?:^|\|)\s*(?:system|user|assistant|human|developer|ai|instructions?|response)\s*)[:：]/giu

/**
 * Makes a source's text safe for a prompt: one line without hidden characters, and without anything that looks like the
 * prompt's structure, a chat template or another speaker's turn. Keeps letters and digits, so that quotes of it can be
 * found in the source.
 */
export function neutralize(text: string): string {
  return text
    .trim()
    .replace(lineBreaks, ' || ')
    .replace(tabs, ' | ')
    .replace(spaces, ' ')
    .replace(strayJoiners, '')
    .replace(invisible, '')
    .replace(labels, '($1)')
    .replace(opening, '‹')
    .replace(closing, '›')
    .replace(roleMarks, '')
    .replace(leadingMarks, '')
    .replace(roles, '$1 –')
    .replace(spaces, ' ')
    .trim()
}
