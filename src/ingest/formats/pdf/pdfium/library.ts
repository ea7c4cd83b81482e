import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'

/** The functions of PDFium's C interface that are used here (https://pdfium.googlesource.com/pdfium/+/main/public/). */
const nativeNames = [
  'malloc free FPDF_InitLibrary FPDF_LoadMemDocument FPDF_CloseDocument FPDF_GetLastError FPDF_GetPageCount',
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

/** The folder that PDFium searches for fonts, and the actual one; its file system is in memory. */
const SEARCHED = '/usr/share/fonts'
const FOLDER = '/tmp'
const FILE = `${FOLDER}/squares.ttf`

const MAX_PATH_BYTES = 256

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

function writeText(bytes: Uint8Array, pointer: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) bytes[pointer + index] = text.charCodeAt(index)
  bytes[pointer + text.length] = 0
}

function readText(bytes: Uint8Array, pointer: number): string {
  const end = bytes.indexOf(0, pointer)
  return end === -1 || end - pointer > MAX_PATH_BYTES
    ? ''
    : Buffer.from(bytes.subarray(pointer, end)).toString('latin1')
}

/**
 * Imports with which PDFium finds a font for East Asian text. The module can create files but no folders, so paths in the
 * searched folder are redirected to the one for temporary files.
 */
function withFontFolder(imports: WebAssembly.Imports, workspace: () => Workspace): WebAssembly.Imports {
  let scratch = 0
  const redirected = (pointer: number): number => {
    const { bytes, malloc } = workspace()
    const path = readText(bytes(), pointer)
    if (path !== SEARCHED && !path.startsWith(`${SEARCHED}/`)) return pointer
    if (scratch === 0) scratch = malloc(MAX_PATH_BYTES * 2)
    if (scratch === 0) return pointer
    writeText(bytes(), scratch, FOLDER + path.slice(SEARCHED.length))
    return scratch
  }
  const { env } = imports
  const open = call(env, '__syscall_openat')
  const about = call(env, '__syscall_newfstatat')
  const status = call(env, '__syscall_stat64')
  return {
    ...imports,
    env: {
      ...env,
      __syscall_openat: (folder: number, path: number, flags: number, more: number) =>
        open(folder, redirected(path), flags, more),
      __syscall_newfstatat: (folder: number, path: number, buffer: number, flags: number) =>
        about(folder, redirected(path), buffer, flags),
      __syscall_stat64: (path: number, buffer: number) => status(redirected(path), buffer),
    },
  }
}

/** Writes a font into the folder, before PDFium is started. */
function writeFont(font: Uint8Array, imports: WebAssembly.Imports, { bytes, malloc, free }: Workspace): void {
  const pointer = malloc(font.length + 64 + MAX_PATH_BYTES)
  const path = pointer + font.length + 64 - (font.length % 4)
  const vector = path - 16
  writeText(bytes(), path, FILE)
  bytes().set(font, pointer)
  const view = new DataView(bytes().buffer)
  view.setUint32(vector, 0o644, true)
  const file = call(imports.env, '__syscall_openat')(AT_FDCWD, path, O_WRONLY_CREAT, vector)
  if (file >= 0) {
    view.setUint32(vector, pointer, true)
    view.setUint32(vector + 4, font.length, true)
    call(imports.wasi_snapshot_preview1, 'fd_write')(file, vector, 1, vector + 8)
    call(imports.wasi_snapshot_preview1, 'fd_close')(file)
  }
  free(pointer)
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
