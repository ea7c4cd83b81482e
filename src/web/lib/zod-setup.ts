import { z } from 'zod'

// Zod compiles its parsers with `new Function` where it can. The content security policy forbids that, and the browser
// would report each attempt.
z.config({ jitless: true })
