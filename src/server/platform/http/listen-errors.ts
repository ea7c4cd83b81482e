import { codeOf } from '../../../shared/errors.ts'

/** The server can't listen on the configured host and port. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ListenError'
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there already. Stop it, or set PORT to another number.',
  EACCES: 'this user may not listen there. Set PORT to a number above 1023, or HOST to another address.',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.',
  ENOTFOUND: 'this host name is unknown. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
}

/** Converts an error of `listen` that PORT or HOST cause to a `ListenError` with one sentence; returns others unchanged. */
export function toListenError(error: unknown, at: { host: string; port: number }): unknown {
  const reason = reasons[codeOf(error)]
  return reason === undefined
    ? error
    : new ListenError(`Precis cannot listen on HOST ${at.host}, PORT ${at.port}: ${reason}`, error)
}
