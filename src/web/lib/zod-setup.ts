import { config } from 'zod/v4/core'

// Zod compiles its parsers with `new Function` if it can. The content security policy forbids that, and browsers report
// each attempt. Zod itself loads with the first screen that has a form, and finds this setting.
config({ jitless: true })
