import { z } from 'zod'

// Zod compiles its parsers with `new Function` if it can. The content security policy forbids that, and browsers report
// each attempt.
z.config({ jitless: true })
