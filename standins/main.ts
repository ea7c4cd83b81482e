import { Server } from 'node:net'
import { z } from 'zod'

/** Message of the start script: which stand-in to start, on the socket that comes with it. */
const orderSchema = z.discriminatedUnion('standin', [
  z.object({
    standin: z.literal('google'),
    clientId: z.string(),
    clientSecret: z.string(),
    redirectUris: z.array(z.string()),
  }),
  z.object({
    standin: z.literal('stripe'),
    secretKey: z.string(),
    webhookSecret: z.string(),
    webhookUrl: z.string().nullable(),
    stateFile: z.string().nullable(),
  }),
])
type Order = z.infer<typeof orderSchema>

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Starts a stand-in; its modules are loaded only now. */
async function fulfill(order: Order, socket: Server): Promise<void> {
  switch (order.standin) {
    case 'google': {
      const { startGoogleStandin } = await import('./google/server.ts')
      await startGoogleStandin({ ...order, socket })
      return
    }
    case 'stripe': {
      const { startStripeStandin } = await import('./stripe/server.ts')
      const { stateFile, ...rest } = order
      const keeping = stateFile === null ? {} : { stateFile }
      await startStripeStandin({ ...rest, ...keeping, socket, complain: say })
    }
  }
}

// Keeps the process alive until a message arrives.
process.channel?.ref()
process.on('message', (message, socket) => {
  const order = orderSchema.parse(message)
  if (!(socket instanceof Server)) throw new Error('The message contains no socket.')
  fulfill(order, socket).catch((error: unknown) => {
    const name = { google: 'Google', stripe: 'Stripe' }[order.standin]
    say(`The stand-in for ${name} could not start: ${String(error)}`)
    // Refuses connections rather than making callers wait.
    socket.close()
  })
})
