/**
 * Advice for a source that can't be read. It doesn't suggest pasting the text: plans limit pasted text to less than most
 * pages have, but not uploaded files.
 */
export const SAVE_PAGE = 'Open it in your browser, save the page as a file, and upload that.'
/** The same, after another suggestion. */
export const OR_SAVE_PAGE = 'or save the page in your browser and upload the file.'
export const UPLOAD_TRANSCRIPT = 'upload its transcript or subtitles as a file.'
export const UPLOAD_TEXT = 'To summarize its text, upload that as a text file.'
