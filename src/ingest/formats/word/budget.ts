import { AppError } from '../../../shared/errors.ts'

/** Far more than the longest books have. */
export const MAX_CHARACTERS = 20_000_000
const MAX_PARTS = 200_000
const MAX_CELLS = 500_000

/** What the text of one file may come to, all of its stories together. */
export class Budget {
  private characters = 0
  private parts = 0
  private cells = 0

  /**
   * Counts text before it is kept.
   *
   * @throws AppError source_too_complex
   */
  takeText(characters: number): void {
    this.characters += characters
    if (this.characters > MAX_CHARACTERS) throw tooLong()
  }

  /**
   * Counts a paragraph.
   *
   * @throws AppError source_too_complex
   */
  takePart(): void {
    this.parts += 1
    if (this.parts > MAX_PARTS) throw tooLong()
  }

  /**
   * Counts a cell of a table, empty ones too.
   *
   * @throws AppError source_too_complex
   */
  takeCell(): void {
    this.cells += 1
    if (this.cells > MAX_CELLS) throw tooLong()
  }
}

/** The error of a document that is longer than any that would be summarized. */
export const tooLong = (): AppError =>
  new AppError('source_too_complex', 'This document has far more text than can be read. Split it and upload a part.')
