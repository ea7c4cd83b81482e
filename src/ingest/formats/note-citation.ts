/** "2", "3,4", "5–7", "[1]", "[2][3]", "*", "1*" and the like. */
const mark = /^(?!.*\d{4})(?=.*[\d*†‡§¶])[\d*†‡§¶,;–\s[\]()-]{1,12}$/u

/**
 * The end of a word or sentence, where notes are cited. Digits and units of up to three letters have exponents instead;
 * a bracket does, unless it closes around words.
 */
const cited =
  /(?:[.,:;!?…”"’»›。，、；：！？」』\]،؛؟۔।]|\p{L}(?:\p{L}{3}|\s\p{L})[^\(\)]{0,200}\)|\p{L}{4}|[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]\p{M}*)$/v

const raisedTo = /(?:cosh|coth|sinh|tanh)$/iu

/** As much of a text as its end is looked at. */
const TAIL_CHARACTERS = 220

/** Whether a raised text is one that marks notes, as exponents may be too. */
export const isNoteMark = (raised: string): boolean => mark.test(raised.trim())

/** Whether a raised text is the mark of a note, judged by itself and by the text before it. */
export function citesNote(raised: string, before: string): boolean {
  const tail = before.slice(-TAIL_CHARACTERS)
  if (!isNoteMark(raised)) return false
  return (raised.trim().startsWith('[') && /\S$/u.test(tail)) || (cited.test(tail) && !raisedTo.test(tail))
}
