/** Signatures of PNG, JPEG, WebP (a RIFF file) and TIFF in both byte orders. */
const signatures = ['\u0089PNG\r\n', '\u00ff\u00d8\u00ff', 'II*\u0000', 'MM\u0000*']

/** Whether bytes are a picture in a format that is read. */
export function isImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    signatures.some((signature) => head.startsWith(signature)) || (head.startsWith('RIFF') && head.endsWith('WEBP'))
  )
}
