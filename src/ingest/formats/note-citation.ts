/** "2", "3,4", "5–7", "[1]", "[2][3]", "*", "1*" and the like. */
const mark = /^(?!.*\d{4})(?=.*[\d*†‡§¶])[\d*†‡§¶,;–\s[\]()-]{1,12}$/u

/**
 * The end of a word or sentence, which may cite a note. After digits, units of up to three letters, and brackets without
 * words, a superscript is an exponent.
 */
const cited =
  /(?:[.,:;!?…”"’»›。，、；：！？」』\]،؛؟۔।]|\p{L}(?:\p{L}{3}|\s\p{L})[^\(\)]{0,200}\)|\p{L}{4}|[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]\p{M}*)$/v

const raisedTo = /(?:cosh|coth|sinh|tanh)$/iu

/** Length of a text's end that is tested. */
const TAIL_CHARACTERS = 220

/** Whether a superscript has the form of a note mark, which exponents may also have. */
export const isNoteMark = (raised: string): boolean => mark.test(raised.trim())

/** Whether a superscript is the mark of a note, by its form and by the text before it. */
export function citesNote(raised: string, before: string): boolean {
  const tail = before.slice(-TAIL_CHARACTERS)
  if (!isNoteMark(raised)) return false
  return (raised.trim().startsWith('[') && /\S$/u.test(tail)) || (cited.test(tail) && !raisedTo.test(tail))
}
