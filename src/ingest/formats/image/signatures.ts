/** Signatures of PNG, JPEG, WebP (a RIFF file) and TIFF in both byte orders. */
const signatures = ['\u0089PNG\r\n', '\u00ff\u00d8\u00ff', 'II*\u0000', 'MM\u0000*']

/** The type box of HEIC files (ISO/IEC 23008-12): their own brand, or that of all HEIF files with theirs behind it. */
const heic = /^.{4}ftyp(?:hei[cxms]|hev[cxms]|m[is]f1.{4}(?:.{4}){0,8}hei[cxms])/su
const BOX_BYTES = 64

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, BOX_BYTES)).toString('latin1')

/** Whether bytes are a photograph in Apple's format. */
export const isHeic = (bytes: Uint8Array): boolean => heic.test(headOf(bytes))

/** Whether bytes are a picture in a format that is read. */
export function isImage(bytes: Uint8Array): boolean {
  const head = headOf(bytes)
  const isWebp = head.startsWith('RIFF') && head.startsWith('WEBP', 8)
  return isWebp || heic.test(head) || signatures.some((signature) => head.startsWith(signature))
}
