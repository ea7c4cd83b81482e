import { createContext } from 'react'

/** Whether the summary is still being written, so that its citations are yet to come. */
export const WritingContext = createContext(false)
