import type { BlockType } from '../../../shared/document.ts'
import type { PageNumberSigns } from '../page-number.ts'

/** An open element of a file of a book. */
export interface Frame {
  name: string
  skip: boolean
  type: BlockType
  level: number | undefined
  block: boolean
  /** Alternative text of a formula, used if it contains no text. */
  alternative: string | null
  /** Text before this element, set aside while it is read. */
  aside: string | null
  /** Number of characters written when it began. */
  mark: number
  noteMark: boolean
  opensTable: boolean
  /** Its text may be the number of a printed page. */
  pageNumber: PageNumberSigns | null
  /** Its text is raised or lowered. */
  position: string
  /** Of `ruby`: the pronunciation. Of `epub:switch`: not empty once a case was taken. */
  gathered: string
}

/** The element around a whole file. */
export const rootFrame: Frame = {
  name: '',
  skip: false,
  type: 'paragraph',
  level: undefined,
  block: true,
  alternative: null,
  aside: null,
  mark: 0,
  noteMark: false,
  opensTable: false,
  pageNumber: null,
  position: '',
  gathered: '',
}
