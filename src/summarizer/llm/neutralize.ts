/** Joiners belong to the spelling of Persian and of the scripts of India, but only between letters. */
const strayJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])/gu

/**
 * Invisible characters: controls, zero-width and bidirectional marks, fillers, variation selectors, the tag
 * characters of plane 14. They can carry text that only a machine reads.
 */
const invisible = /[\p{Cc}\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]]]/gv

const lineBreaks = /[\r\n\u0085\u2028\u2029]\s*/gu
const spaces = /\s+/gu

/** Labels that the prompt's own lines begin with, and words that chat templates put in brackets. */
const labelForms = [
  String.raw`(?:s\s*\d+\s+)?b\s*\d+(?:[\s,;–-]+b?\s*\d+){0,20}`,
  String.raw`s\s*\d+|section(?:\s+\d+)?|quote(?:\s+b?\d+)?|missing\s+\d+`,
  'title|author|site|published|kind|note|under|chapter',
  '(?:available_)?tools?(?:_calls?|_results?)?',
  'inst|sys|system(?:_prompt)?|user|assistant|developer',
]
const labels = new RegExp(String.raw`[[【［]\s*(\/?\s*(?:${labelForms.join('|')}))\s*[\]】］]`, 'giu')

/** Tags of any kind: the fence's, those of chat templates (<|im_start|>, <s>, <<SYS>>, <start_of_turn>), HTML. */
const opening = /[<＜](?=\s?[\p{L}/|｜<＜!?_])/gu
const closing = /(?<=[\p{L}\p{N}"'/|｜>＞_?]|--)[>＞]/gu

const leadingMarks = /^[\s#>]+/u
const roleMarks = /#{2,12}(?=\s{0,9}(?:system|user|assistant|human|instructions?|response|input|developer)\b)/giu
const roles = /((?:^|\|)\s*(?:system|user|assistant|human|developer|ai|instructions?|response)\s*)[:：]/giu

/**
 * Text of a source as a prompt shows it: one line, in which nothing can be taken for the prompt's own structure, for
 * the tokens of a chat template or for another speaker's turn, and nothing is hidden. Letters and digits stay as they
 * are and in order, so that what is quoted from it can be found in the source.
 */
export function neutralize(text: string): string {
  return text
    .replace(lineBreaks, ' | ')
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
