import { Server } from 'node:net'
import { z } from 'zod'
import { startGoogleStandin } from './google/server.ts'

/** What the start script sends: who is to be stood in for, with the socket that has been opened for it. */
const orderSchema = z.object({
  standin: z.literal('google'),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUris: z.array(z.string()),
})

// The script's line to this process is what it lives by: until an order has come, there is nothing else to wait for.
process.channel?.ref()
process.on('message', (message, socket) => {
  const { clientId, clientSecret, redirectUris } = orderSchema.parse(message)
  if (!(socket instanceof Server)) throw new Error('The order came without a socket.')
  startGoogleStandin({ socket, clientId, clientSecret, redirectUris }).catch((error: unknown) => {
    process.stderr.write(`The stand-in for Google could not start: ${String(error)}\n`)
    process.exit(1)
  })
})
