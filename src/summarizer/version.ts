/**
 * Counts the generations of summaries. Raise it when an engine makes something noticeably better of the same document:
 * results of earlier generations are then not given out again for new requests.
 */
export const summarizerVersion = 1
