import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { type Workspace, withFontFolder, writeFont } from './font-folder.ts'
import { installRareKanji } from './rare-kanji.ts'

/** The functions of PDFium's C interface that are used here (https://pdfium.googlesource.com/pdfium/+/main/public/). */
const nativeNames = [
  'malloc free FPDF_InitLibrary FPDF_LoadMemDocument FPDF_CloseDocument FPDF_GetLastError FPDF_GetPageCount',
  'FPDF_GetMetaText FPDF_LoadPage FPDF_ClosePage FPDF_GetPageBoundingBox FPDFPage_GetAnnotCount FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot FPDFAnnot_GetSubtype FPDFPage_Flatten FPDFPage_CountObjects FPDFPage_GetObject',
  'FPDFPageObj_GetType FPDFPageObj_GetBounds FPDFFormObj_CountObjects FPDFFormObj_GetObject',
  'FPDFPageObj_GetFillColor FPDFTextObj_GetFont FPDFText_LoadPage FPDFText_ClosePage FPDFText_CountChars',
  'FPDFText_GetUnicode FPDFText_HasUnicodeMapError FPDFText_GetTextObject FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox FPDFText_GetCharOrigin FPDFText_GetMatrix FPDFText_GetFontSize FPDFText_GetFontInfo',
  'FPDFBookmark_GetFirstChild FPDFBookmark_GetNextSibling FPDFBookmark_GetTitle FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction FPDFAction_GetDest FPDFDest_GetDestPageIndex',
] as const

/** The words of a text. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** Pointers, counts and Booleans go in and come out as numbers. */
type Native = (...args: number[]) => number

type NativeFunctions = Record<Words<(typeof nativeNames)[number]>, Native>

export interface Pdfium extends NativeFunctions {
  /** The memory of the instance. The view must be requested again after each call that may allocate. */
  bytes: () => Uint8Array<ArrayBuffer>
}

/** Thrown if PDFium exceeds its memory limit or aborts. */
export class PdfiumAborted extends Error {
  override readonly name = 'PdfiumAborted'
}

/** Memory limit of an instance: ten times the largest upload. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024

/** The memory of an instance never shrinks, so a larger instance is replaced by a new one. */
const MAX_KEPT_BYTES = 96 * 1024 * 1024

/**
 * A TrueType font whose characters U+0020 to U+2FFFF are all the same square (1000 units wide, from -120 to 880), with the
 * code pages of Japanese, Chinese and Korean in its OS/2 table. PDFium derives the position of text from the shapes of its
 * letters and skips text without shapes, so columns of Japanese without an embedded font would be lost.
 */
const SQUARES = new URL('squares.ttf', import.meta.url)

let compiled: WebAssembly.Module | undefined
let current: Promise<Pdfium> | undefined

async function compile(): Promise<WebAssembly.Module> {
  const path = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  compiled ??= new WebAssembly.Module(await readFile(path))
  return compiled
}

/** Imports of the module without unlimited memory and output to the console. */
function boundedImports(imports: WebAssembly.Imports): WebAssembly.Imports {
  const env = imports.env ?? {}
  const resize = env.emscripten_resize_heap
  return {
    ...imports,
    env: {
      ...env,
      emscripten_resize_heap: (requestedBytes: number) =>
        requestedBytes >>> 0 <= MAX_MEMORY_BYTES && typeof resize === 'function' ? resize(requestedBytes) : 0,
      _abort_js: () => {
        throw new PdfiumAborted('PDFium aborted.')
      },
    },
  }
}

/** The functions by name, without the module's wrappers, whose argument checks take most of the time of a call. */
function nativeFunctions(exports: WebAssembly.Exports): NativeFunctions {
  const functions = Object.fromEntries(
    nativeNames.flatMap((names) => names.split(' ')).map((name) => [name, exports[name]]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the module's exports
  return functions as NativeFunctions
}

async function instantiate(): Promise<Pdfium> {
  const module = await compile()
  let exports: WebAssembly.Exports = {}
  let bounded: WebAssembly.Imports = {}
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(memoryOf(exports))
  const workspace = (): Workspace => ({ bytes, ...nativeFunctions(exports) })
  await PDFiumModule({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      bounded = boundedImports(imports)
      const instance = new WebAssembly.Instance(module, withFontFolder(bounded, workspace))
      exports = instance.exports
      done(instance)
      return exports
    },
  })
  const native = nativeFunctions(exports)
  installRareKanji(bytes())
  writeFont(await readFile(SQUARES), bounded, workspace())
  native.FPDF_InitLibrary()
  return { ...native, bytes }
}

function memoryOf(exports: WebAssembly.Exports): ArrayBuffer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one memory of the module, by Emscripten's rules
  return (exports.memory as WebAssembly.Memory).buffer
}

/** PDFium, loaded with the first document and kept for the thread. Its memory is bounded. */
export function loadPdfium(): Promise<Pdfium> {
  current ??= instantiate()
  return current
}

/** Discards the instance, so that the next document gets a new one: after a trap its memory is undefined. */
export function dropPdfium(): void {
  current = undefined
}

/** Discards the instance if a document made it grow. */
export function trimPdfium(pdfium: Pdfium): void {
  if (pdfium.bytes().byteLength > MAX_KEPT_BYTES) dropPdfium()
}
