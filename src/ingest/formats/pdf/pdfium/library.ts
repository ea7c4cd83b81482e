import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'

/** The functions of PDFium's C interface that are used here (https://pdfium.googlesource.com/pdfium/+/main/public/). */
const nativeNames = [
  'malloc free FPDF_InitLibraryWithConfig FPDF_LoadMemDocument FPDF_CloseDocument FPDF_GetLastError FPDF_GetPageCount',
  'FPDF_GetMetaText FPDF_LoadPage FPDF_ClosePage FPDF_GetPageBoundingBox FPDFPage_GetAnnotCount FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot FPDFAnnot_GetSubtype FPDFPage_Flatten FPDFPage_CountObjects FPDFPage_GetObject',
  'FPDFPageObj_GetType FPDFPageObj_GetBounds FPDFFormObj_CountObjects FPDFFormObj_GetObject',
  'FPDFPage_GetRotation FPDFPage_TransFormWithClip FPDFTextObj_GetTextRenderMode',
  'FPDFPageObj_GetMatrix FPDFPageObj_CountMarks FPDFPageObj_GetMark FPDFPageObjMark_GetParamValueType',
  'FPDFPageObj_GetFillColor FPDFPageObj_GetStrokeColor FPDFPath_GetDrawMode FPDFTextObj_GetFont',
  'FPDFText_LoadPage FPDFText_ClosePage FPDFText_CountChars',
  'FPDFText_GetUnicode FPDFText_HasUnicodeMapError FPDFText_GetTextObject FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox FPDFText_GetCharOrigin FPDFText_GetMatrix FPDFText_GetFontSize FPDFText_GetFontInfo',
  'FPDFBookmark_GetFirstChild FPDFBookmark_GetNextSibling FPDFBookmark_GetTitle FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction FPDFAction_GetDest FPDFDest_GetDestPageIndex FPDF_GetPageWidthF FPDF_GetPageHeightF',
  'FPDFBitmap_CreateEx FPDFBitmap_FillRect FPDFBitmap_GetBuffer FPDFBitmap_GetStride FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
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

/** The folder for fonts, in the module's file system in memory, where it can create files but no folders. */
const FOLDER = '/tmp'
const FILE = `${FOLDER}/squares.ttf`

/** Flags and folder of openat(2), as Emscripten has them from Linux. */
const O_WRONLY_CREAT = 0o101
const AT_FDCWD = -100

/** The memory of an instance. */
type Workspace = Pick<Pdfium, 'bytes' | 'malloc' | 'free'>

const call = (functions: Record<string, unknown> | undefined, name: string): Native => {
  const found = functions?.[name]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Emscripten's system calls take and give numbers
  return typeof found === 'function' ? (found as Native) : () => -1
}

/** Writes a font into the folder, before PDFium is started. */
function writeFont(font: Uint8Array, imports: WebAssembly.Imports, { bytes, malloc, free }: Workspace): void {
  const path = Buffer.from(`${FILE}\0`)
  const pointer = malloc(font.length + path.length + 64)
  const vector = pointer + font.length + 64 - (font.length % 4) - 16
  bytes().set(font, pointer)
  bytes().set(path, vector + 16)
  const view = new DataView(bytes().buffer)
  view.setUint32(vector, 0o644, true)
  const file = call(imports.env, '__syscall_openat')(AT_FDCWD, vector + 16, O_WRONLY_CREAT, vector)
  if (file >= 0) {
    view.setUint32(vector, pointer, true)
    view.setUint32(vector + 4, font.length, true)
    call(imports.wasi_snapshot_preview1, 'fd_write')(file, vector, 1, vector + 8)
    call(imports.wasi_snapshot_preview1, 'fd_close')(file)
  }
  free(pointer)
}

/** Starts PDFium with this folder for fonts (FPDF_LIBRARY_CONFIG). It may read the path later, so nothing is freed. */
function start({ bytes, malloc, FPDF_InitLibraryWithConfig: init }: Pdfium): void {
  const config = malloc(32)
  const [paths, path] = [config + 16, config + 24]
  new Uint32Array(bytes().buffer, config, 6).set([2, paths, 0, 0, path, 0])
  bytes().set(Buffer.from(`${FOLDER}\0`), path)
  init(config)
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
  await PDFiumModule({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      bounded = boundedImports(imports)
      const instance = new WebAssembly.Instance(module, bounded)
      exports = instance.exports
      done(instance)
      return exports
    },
  })
  const pdfium: Pdfium = { ...nativeFunctions(exports), bytes }
  writeFont(await readFile(SQUARES), bounded, pdfium)
  start(pdfium)
  return pdfium
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
