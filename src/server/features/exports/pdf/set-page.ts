import { readFile } from 'node:fs/promises'
import {
  initSync,
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler'
import { z } from 'zod'
import type { LinkedText } from '../summary-facts.ts'
import type { PdfDocument, Section } from './document.ts'
import { type ChosenFont, type CutTexts, chooseFonts } from './fonts/choose-fonts.ts'
import { type Cut, wideMarksOf } from './fonts/faces.ts'
import { Slices } from './fonts/slices.ts'

const MAIN = '/page.typ'
/** Diagnostics as objects. */
const DIAGNOSTICS = 3

const resultSchema = z.object({
  result: z.instanceof(Uint8Array).optional(),
  diagnostics: z.array(z.object({ severity: z.string(), message: z.string(), range: z.string() })).optional(),
})

/** The texts of a section by the cut in which page.typ sets them. */
function sectionTexts(section: Section): Partial<Record<Cut, string[]>> {
  const labelsOf = (lines: readonly { places: LinkedText[] }[]): string[] =>
    lines.flatMap(({ places }) => places.map((place) => place.text))
  switch (section.kind) {
    case 'gist':
      return { title: [section.gist.text], label: labelsOf([section.gist]) }
    case 'parts': {
      const { heading, parts } = section
      const lines = parts.flatMap((part) => part.lines)
      return {
        text: lines.flatMap(({ cells }) => cells),
        title: [heading ?? '', ...parts.map((part) => part.title)],
        label: [...parts.flatMap(({ header }) => header), ...labelsOf(lines)],
      }
    }
    case 'takeaways': {
      const { heading, items } = section
      const strong = items.map((item) => item.label)
      return { text: items.map((item) => item.text), strong, title: [heading], label: labelsOf(items) }
    }
    case 'paragraphs':
      return { text: section.paragraphs, title: [section.heading] }
    case 'quotes': {
      const { heading, items } = section
      const label = [...items.map((item) => item.speaker), ...labelsOf(items)]
      return { text: items.map((item) => item.text), title: [heading], label }
    }
  }
}

/** The texts of a document by the cut in which page.typ sets them. */
function textsOf({ title, running, brand, kindWords, sourceLine, sourceUrl, sections, foot }: PdfDocument): CutTexts {
  const smallPrint = [running, sourceUrl ?? '', ...kindWords, ...foot, ...sourceLine.map((fact) => fact.text)]
  const all = [{ title: [title, brand], label: smallPrint }, ...sections.map(sectionTexts)]
  const inCut = (cut: Cut): string => all.flatMap((texts: Partial<Record<Cut, string[]>>) => texts[cut] ?? []).join('')
  return { text: inCut('text'), strong: inCut('strong'), title: inCut('title'), label: inCut('label') }
}

/** Weights by which page.typ asks for the fonts of a cut. */
const weights: Record<Cut, number> = { label: 300, text: 400, title: 500, strong: 700 }

/** What Typst is told of a font: its cut in place of its weight, and the characters to take from it. */
function infoOf({ cut, characters }: ChosenFont): object {
  const coverage = characters.flatMap((code, n) => [code - (characters[n - 1] ?? -1) - 1, 1])
  return {
    info: [
      { family: 'precis', variant: { style: 'normal', weight: weights[cut], stretch: 1000 }, flags: '', coverage },
    ],
    conditions: [],
  }
}

/** Typst, which turns documents into PDF. */
export interface Setter {
  /** @throws Error with what the compiler says, for a document that it cannot set */
  set: (document: PdfDocument) => Promise<Uint8Array>
  /** Bytes of memory that the compiler has taken. It never gives any back. */
  memoryBytes: () => number
}

async function createCompiler(): Promise<TypstCompiler> {
  const builder = new TypstCompilerBuilder()
  // There is no file, no package and no network for it: what it can read is what it is given.
  builder.set_dummy_access_model()
  const compiler = await builder.build()
  compiler.add_source(MAIN, await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
  return compiler
}

/** Opens the compiler. One thread has one. */
export async function openSetter(module: WebAssembly.Module): Promise<Setter> {
  const { memory } = initSync({ module })
  const compiler = await createCompiler()
  const slices = new Slices()
  return {
    async set(document) {
      const resolver = new TypstFontResolverBuilder()
      for (const chosen of await chooseFonts(slices, textsOf(document), document.script))
        resolver.add_lazy_font(infoOf(chosen), () => chosen.font)
      compiler.set_fonts(await resolver.build())
      const inputs = [
        ['document', JSON.stringify(document)],
        ['weights', JSON.stringify(weights)],
        ['marks', wideMarksOf(document.script)],
      ]
      const { result, diagnostics } = resultSchema.parse(compiler.compile(MAIN, inputs, 'pdf', DIAGNOSTICS))
      if (result !== undefined) return result
      throw new Error(`A page could not be set: ${JSON.stringify(diagnostics)}`)
    },
    memoryBytes: () => memory.buffer.byteLength,
  }
}
