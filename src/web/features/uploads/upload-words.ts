import { describeFormats, fileFormats, type UploadGroup, uploadTypes } from '../../../shared/formats.ts'
import { uploadGroups } from '../../../shared/uploads.ts'

interface GroupWords {
  /** Before "choose a file", on devices that can drop files. */
  drop: string
  /** Label on other devices. */
  choose: string
  hint: string
  /** A toast's title. */
  uploaded: string
  /** Reason if the server sends none. */
  processingFailed: string
}

const megabytes = (group: UploadGroup): string => `${uploadGroups[group].maxBytes / 1024 / 1024}\u00A0MB`

const documentTypes = uploadTypes.filter((type) => fileFormats[type].group === 'document')

/** Texts of the two upload tabs. */
export const uploadWords: Record<UploadGroup, GroupWords> = {
  document: {
    drop: 'Drop a document here, or',
    choose: 'Choose a document',
    hint: `${describeFormats(documentTypes).join(', ')}, up to ${megabytes('document')}`,
    uploaded: 'File Uploaded',
    processingFailed: 'Failed to process uploaded file',
  },
  epub: {
    drop: 'Drop an e\u2011book here, or',
    choose: 'Choose an e\u2011book',
    hint: `EPUB without copy protection, up to ${megabytes('epub')}`,
    uploaded: 'E-Book Uploaded',
    processingFailed: 'Failed to process uploaded EPUB file',
  },
}
