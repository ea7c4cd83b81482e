/** Files that people upload, by what their bytes are. */
export const uploadTypes = ['pdf', 'docx', 'doc', 'epub'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Path under which this server takes the bytes of uploads, each at its signed URL. */
export const uploadPath = '/api/files/uploads/'

/** The two places a file can be dropped: the From File tab and the E-Books tab. */
export const uploadGroups = {
  document: { types: ['pdf', 'docx', 'doc'], extensions: ['.doc', '.docx', '.pdf'], maxBytes: 26_214_400 },
  epub: { types: ['epub'], extensions: ['.epub'], maxBytes: 52_428_800 },
} as const satisfies Record<string, { types: readonly UploadType[]; extensions: readonly string[]; maxBytes: number }>
export type UploadGroup = keyof typeof uploadGroups

/** The group that a file's name promises; null where it promises none. */
export function uploadGroupOf(fileName: string): UploadGroup | null {
  const lower = fileName.toLowerCase()
  if (uploadGroups.epub.extensions.some((extension) => lower.endsWith(extension))) return 'epub'
  return uploadGroups.document.extensions.some((extension) => lower.endsWith(extension)) ? 'document' : null
}

/** The group of what a file is. */
export const uploadGroupOfType = (type: UploadType): UploadGroup => (type === 'epub' ? 'epub' : 'document')
