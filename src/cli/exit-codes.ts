export const DONE = 0
export const FAILED = 1
export const MISUSED = 2
/** As shells count a program that ended on Ctrl-C: 128 and the number of SIGINT. */
export const INTERRUPTED = 130
