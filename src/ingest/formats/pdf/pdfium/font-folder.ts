import type { Pdfium } from './library.ts'

/** The folder that PDFium searches for fonts, and the actual one; its file system is in memory. */
const SEARCHED = '/usr/share/fonts'
const FOLDER = '/tmp'
const FILE = `${FOLDER}/squares.ttf`

const MAX_PATH_BYTES = 256

/** Flags and folder of openat(2), as Emscripten has them from Linux. */
const O_WRONLY_CREAT = 0o101
const AT_FDCWD = -100

type Call = (...args: number[]) => number

/** The memory of an instance. */
export type Workspace = Pick<Pdfium, 'bytes' | 'malloc' | 'free'>

const call = (functions: Record<string, unknown> | undefined, name: string): Call => {
  const found = functions?.[name]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Emscripten's system calls take and give numbers
  return typeof found === 'function' ? (found as Call) : () => -1
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
export function withFontFolder(imports: WebAssembly.Imports, workspace: () => Workspace): WebAssembly.Imports {
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
export function writeFont(font: Uint8Array, imports: WebAssembly.Imports, { bytes, malloc, free }: Workspace): void {
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
