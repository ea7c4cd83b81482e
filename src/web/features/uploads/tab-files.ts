import { extensionsOfGroup, namesOfGroup, type UploadTab } from '../../../shared/formats.ts'
import { uploadGroupOf, uploadGroups } from '../../../shared/uploads.ts'
import { recordingBytes } from '../../lib/site.ts'

interface Accepted {
  extensions: readonly string[]
  maxBytes: number
  /** "Word, PDF, web pages and text". */
  formats: string
  /** Best known extensions of a kind whose name says little: " (MP3, M4A, WAV)"; else empty. */
  shown: string
}

const accepted = (group: keyof typeof uploadGroups, maxBytes = uploadGroups[group].maxBytes): Accepted => ({
  extensions: uploadGroups[group].extensions,
  maxBytes,
  formats: namesOfGroup(group),
  shown: group === 'audio' ? ` (${extensionsOfGroup(group).replaceAll('.', '').toUpperCase()})` : '',
})

/** Files that each tab takes, with the limits of their kinds. */
export const acceptedBy: Readonly<Record<UploadTab, readonly Accepted[]>> = {
  document: [accepted('document'), ...(recordingBytes === null ? [] : [accepted('audio', recordingBytes)])],
  epub: [accepted('epub')],
}

export const extensionsOfTab = (tab: UploadTab): string[] => acceptedBy[tab].flatMap(({ extensions }) => extensions)

export const largestOfTab = (tab: UploadTab): number => Math.max(...acceptedBy[tab].map(({ maxBytes }) => maxBytes))

/** Limit of a file by its name. */
export function maxBytesOfName(tab: UploadTab, name: string): number {
  const group = uploadGroupOf(name)
  const own = acceptedBy[tab].find(({ extensions }) => group !== null && extensions === uploadGroups[group].extensions)
  return own?.maxBytes ?? largestOfTab(tab)
}
