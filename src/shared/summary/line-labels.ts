import { countWords } from '../text/words.ts'
import type { PagePart } from './summary-page.ts'

/** A line of a list. */
export interface LabeledLine {
  /** Empty without one. */
  label: string
  /** Separator after the label: a colon, with spaces around it where the script has them, or the space after a question. */
  colon: string
  text: string
}

/** A label at the start of a line, and its colon: no time of day, and no address. */
const labeled = /^([^:：.。!?\n]{0,59}[^:：.。!?\s])(\s?)(：|:(?= ))\s*(?=\S)/u
/** A short question at the start of a line, which its text answers. */
const question = /^([^:：.。!?？\n]{1,59}(?:\?(?=\s)|？))(\s?)(?=\S)/u
const MAX_LABEL_WORDS = 6

const whole = (text: string): LabeledLine => ({ label: '', colon: '', text })

function split(text: string): LabeledLine {
  const [all = '', label = '', space = '', colon = ''] = labeled.exec(text) ?? question.exec(text) ?? []
  return countWords(label) > MAX_LABEL_WORDS
    ? whole(text)
    : { label, colon: space + (colon === ':' ? ': ' : colon), text: text.slice(all.length) }
}

interface List {
  form: PagePart['form']
  lines: readonly { cells: readonly string[] }[]
}

/**
 * The lines of a list, with labels if every line has one: a colon in a single line is a part of its sentence.
 *
 * @param isWriting whether the last line may lack its colon, or its end, because it is being written
 */
export function splitLabels({ form, lines }: List, isWriting = false): LabeledLine[] {
  const texts = lines.map(({ cells }) => cells.join(' '))
  const parts = form === 'bullets' && lines.length > 1 ? texts.map(split) : []
  const written = isWriting ? parts.slice(0, -1) : parts
  return written.length > 0 && written.every(({ label }) => label !== '') ? parts : texts.map(whole)
}
