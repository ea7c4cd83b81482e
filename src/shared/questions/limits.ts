/** Longest question, in characters; in a file without schemas, which browsers load. */
export const MAX_QUESTION_CHARACTERS = 1000
