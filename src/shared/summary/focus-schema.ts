import { textInput } from '../text-input.ts'
import { cleanFocus, FOCUS_TOO_LONG, MAX_FOCUS_CHARACTERS } from './focus.ts'

/** Topic of a summary; empty for the whole source. */
export const focusSchema = textInput().overwrite(cleanFocus).max(MAX_FOCUS_CHARACTERS, { error: FOCUS_TOO_LONG })
