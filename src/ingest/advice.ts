/**
 * Advice for a source that can't be read. It doesn't suggest pasting the text: plans limit pasted text to less than most
 * pages have, but not uploaded PDF or Word files.
 */
export const SAVE_PAGE = 'Open it in your browser, save it as a PDF, and upload that.'
/** The same, after another suggestion. */
export const OR_SAVE_PAGE = 'or save the page as a PDF and upload that.'
export const UPLOAD_TRANSCRIPT = 'upload its transcript as a PDF or Word file.'
export const UPLOAD_TEXT = 'To summarize its text, upload that as a PDF or Word file.'
