import { fileFormats, formatOfName, type UploadGroup, type UploadTab, type UploadType, uploadTypes } from './formats.ts'

/** Path under which this server takes the bytes of uploads, each at its signed URL. */
export const uploadPath = '/api/files/uploads/'

const extensionsOf = (group: UploadGroup): string[] =>
  uploadTypes.filter((type) => fileFormats[type].group === group).flatMap((type) => fileFormats[type].extensions)

/** Types that each upload group accepts. */
export const uploadGroups: Readonly<Record<UploadGroup, { extensions: readonly string[]; maxBytes: number }>> = {
  document: { extensions: extensionsOf('document'), maxBytes: 26_214_400 },
  audio: { extensions: extensionsOf('audio'), maxBytes: 209_715_200 },
  epub: { extensions: extensionsOf('epub'), maxBytes: 52_428_800 },
}

/** Maximum pictures that are the pages of one document. */
export const MAX_PICTURES = 20

/** Whether a file's name is that of a picture, which can be a page of a document of several. */
export const isPictureName = (fileName: string): boolean => formatOfName(fileName) === 'image'

/** The name of a document whose pages are pictures: "IMG_1.jpg and 2 more". */
export const joinedName = ([first = '', ...others]: readonly string[]): string => `${first} and ${others.length} more`

/** Largest file that can be fetched or uploaded, by its type. */
export const maxBytesOf = (type: UploadType, maxRecordingBytes = uploadGroups.audio.maxBytes): number =>
  type === 'audio' ? maxRecordingBytes : uploadGroups[fileFormats[type].group].maxBytes

/** The type that a file's name suggests, among those that are offered; null where it suggests none. */
export function offeredTypeOf(fileName: string): UploadType | null {
  const lower = fileName.toLowerCase()
  return uploadTypes.find((type) => fileFormats[type].extensions.some((extension) => lower.endsWith(extension))) ?? null
}

/** The group that a file's name suggests; null where it suggests none. */
export function uploadGroupOf(fileName: string): UploadGroup | null {
  const type = offeredTypeOf(fileName)
  return type === null ? null : fileFormats[type].group
}

export const tabOfGroup = (group: UploadGroup): UploadTab => (group === 'audio' ? 'document' : group)
