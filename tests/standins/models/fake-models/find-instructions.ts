/** An instruction to the reader of a text. */
export type Instruction = { kind: 'say'; text: string } | { kind: 'reveal' }

/** Stems of imperatives such as "write", in the languages of the injected instructions. */
const spacedVerbs = (
  'reply|respond|answer|say|write|output|print|' +
  'antworte|schreibe|schreib|sage|gib|réponds|répondez|écris|écrivez|affiche|' +
  'responde|responda|escribe|escreva|diga|di|rispondi|scrivi|antwoord|schrijf|' +
  'odpowiedz|napisz|ответь|напиши|выведи|скажи|відповідай|yanıtla|yaz|söyle|' +
  'أجب|اكتب|قل|ענה|כתוב|लिखो|लिखें|उत्तर|कहो|پاسخ|بنویس'
).normalize('NFKC')
const unspacedVerbs = '回答|输出|写|说|輸出|寫|答え|出力|書|返答|답하|출력|쓰|ตอบ|เขียน'.normalize('NFKC')

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
]

const verb = `(?:(?<![\\p{L}\\p{M}])(?:${spacedVerbs})(?![\\p{L}\\p{M}])|(?:${unspacedVerbs}))`
const sayings = quotes.map(
  ([open, close]) => new RegExp(`${verb}[^"“„«「『]{0,80}${open}([^${open}${close}]{1,400})${close}`, 'giu'),
)
const reveals =
  /(?:reveal|repeat|print|output|disclose|wiederhole|répète|affiche|repite|повтори|重复|繰り返|كرر|दोहरा)[^.。]{0,80}(?:instruction|system prompt|marker|anweisung|consigne|instruccion|инструкци|指令|指示|تعليمات|निर्देश)/iu

/** Invisible characters that still spell words: ASCII in Unicode's tag block. */
function decodeTags(text: string): string {
  return text.replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
}

const invisible = /[\p{Cf}\u{FE00}-\u{FE0F}]/gu

/** Finds instructions in a text like a model that follows every imperative, visible or not, on one line or several. */
export function findInstructions(text: string): Instruction[] {
  const plain = decodeTags(text).replace(invisible, '').normalize('NFKC')
  const sayable = sayings.flatMap((saying) => Array.from(plain.matchAll(saying)))
  const instructions: Instruction[] = sayable
    .sort((one, other) => one.index - other.index)
    .map(([, said = '']) => ({ kind: 'say', text: said }))
  return reveals.test(plain) ? [...instructions, { kind: 'reveal' }] : instructions
}
