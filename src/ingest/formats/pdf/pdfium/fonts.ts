import type { Pdfium } from './library.ts'

/** Styles of text, by its font. */
export const BOLD = 1
export const MONO = 2

/** Font descriptor flags, ISO 32000-1 table 123. */
const FIXED_PITCH = 1
const FORCE_BOLD = 1 << 18

const boldName = /bold|black|heavy|semibd|demi(?!type)|(?:cm|sf|ec|lm)[a-z]{0,6}bx|[-,]bd\b/iu
const monoName = /mono(?!type)|courier|consol|menlo|typewriter|cmtt|sftt|nimbusmon/iu

const MAX_NAME_BYTES = 256

export interface Font {
  name: string
  /** `BOLD` and `MONO`, added. */
  style: number
}

/** The font of a character; a name that is too long is left empty. */
export function fontOf(pdfium: Pdfium, textPage: number, index: number, buffer: number): Font {
  const size = pdfium.FPDFText_GetFontInfo(textPage, index, buffer + 8, MAX_NAME_BYTES, buffer)
  const bytes = pdfium.bytes()
  const end = buffer + 8 + Math.max(0, Math.min(size - 1, MAX_NAME_BYTES))
  const name = size > MAX_NAME_BYTES ? '' : new TextDecoder().decode(bytes.subarray(buffer + 8, end))
  const flags = size === 0 ? 0 : new DataView(bytes.buffer).getInt32(buffer, true)
  const bold = boldName.test(name) || (flags & FORCE_BOLD) !== 0
  const mono = monoName.test(name) || ((flags & FIXED_PITCH) !== 0 && /code|fixed|term/iu.test(name))
  return { name, style: (bold ? BOLD : 0) + (mono ? MONO : 0) }
}

/** How text is painted: white may be invisible on paper; watermarks are pale; recognized text of scans is invisible. */
export interface Ink {
  white: boolean
  pale: boolean
  invisible: boolean
}

/** Minimum value of color components that look white. */
const WHITE = 250

/** Minimum lightness of pale colors on white paper, 0 to 1. */
const PALE = 0.55

/** Text render mode that paints nothing, ISO 32000-1 table 106. */
const INVISIBLE = 3

/** The ink of a text object. `buffer` has space for four numbers. */
export function inkOf(pdfium: Pdfium, object: number, buffer: number): Ink {
  const invisible = pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE
  const color = colorOf(pdfium, 'Fill', object, buffer)
  if (color === null) return { white: false, pale: false, invisible }
  const [red, green, blue, alpha] = color
  // ITU-R BT.601.
  const darkness = 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  return { white: isWhiteColor(color), pale: 1 - (darkness * alpha) / 255 >= PALE, invisible }
}

type Color = readonly [red: number, green: number, blue: number, alpha: number]

const isWhiteColor = ([red, green, blue]: Color): boolean => red >= WHITE && green >= WHITE && blue >= WHITE

/** The color that fills or strokes an object, each component 0 to 255, or null. */
function colorOf(pdfium: Pdfium, kind: 'Fill' | 'Stroke', object: number, buffer: number): Color | null {
  if (pdfium[`FPDFPageObj_Get${kind}Color`](object, buffer, buffer + 4, buffer + 8, buffer + 12) === 0) return null
  // Numbers of four bytes; colors use only the first.
  const bytes = pdfium.bytes()
  return [bytes[buffer] ?? 0, bytes[buffer + 4] ?? 0, bytes[buffer + 8] ?? 0, bytes[buffer + 12] ?? 0]
}

/** Whether the color that fills or strokes an object is white. `buffer` has space for four numbers. */
export function isWhite(pdfium: Pdfium, object: number, buffer: number, kind: 'Fill' | 'Stroke' = 'Fill'): boolean {
  const color = colorOf(pdfium, kind, object, buffer)
  return color !== null && isWhiteColor(color)
}

/** Whether a path is visible on white paper, and whether it covers others in white. `buffer` has space for four numbers. */
export function paintOf(pdfium: Pdfium, path: number, buffer: number): { isVisible: boolean; covers: boolean } {
  pdfium.FPDFPath_GetDrawMode(path, buffer, buffer + 4)
  const [isFilled, isStroked] = [pdfium.bytes()[buffer] !== 0, pdfium.bytes()[buffer + 4] !== 0]
  const covers = isFilled && isWhite(pdfium, path, buffer)
  return { isVisible: (isFilled && !covers) || (isStroked && !isWhite(pdfium, path, buffer, 'Stroke')), covers }
}
