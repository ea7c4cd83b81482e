/**
 * The characters of Adobe's Symbol encoding (adobe.com, "Symbol Set Encoding"), which files store as bytes of that font
 * and not as the letters they show. Ranges 0x20 to 0x7E and 0xA0 to 0xFE; a space stands for an empty position.
 */
const low = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const high = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'

/** The few signs of Wingdings that say something: ballot boxes, ticks, arrows. The rest of the font is decoration. */
const wingdings: ReadonlyMap<number, string> = new Map([
  [0x6f, '☐'],
  [0x78, '☒'],
  [0xa8, '☐'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe1, '↑'],
  [0xe2, '↓'],
  [0xe8, '→'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
])

/** Word puts characters of symbol fonts at U+F000 and up, in the private use area. */
const PRIVATE_USE = 0xf000

const isPrivateUse = (code: number): boolean => code >= PRIVATE_USE && code <= PRIVATE_USE + 0xff

/** Whether a font has signs of its own at the places of letters. */
const isSymbolFont = (font: string): boolean => /^(?:symbol|wingdings|webdings)/iu.test(font)

/**
 * What a character of a symbol font shows, as far as it has a plain character: '' for decoration.
 *
 * @param code position in the font, or in the private use area
 */
export function symbolText(font: string, code: number): string {
  const position = isPrivateUse(code) ? code - PRIVATE_USE : code
  if (/^symbol$/iu.test(font)) return position < 0xa0 ? (low[position - 0x20] ?? '') : (high[position - 0xa0] ?? '')
  if (/^wingdings$/iu.test(font)) return wingdings.get(position) ?? ''
  if (isSymbolFont(font) || isPrivateUse(code) || code < 0x20 || code > 0x10_ffff) return ''
  return String.fromCodePoint(code)
}

/** Text with its private-use characters as what they show in its font; a font not known to be of symbols shows none. */
export function plainSymbols(text: string, font: string): string {
  return text.replace(/[\uf000-\uf0ff]/gu, (character) => symbolText(font, character.charCodeAt(0)))
}
