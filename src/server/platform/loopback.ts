const loopback = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i

/** Whether an http address is one of this machine alone. Browsers treat those as secure without TLS. */
export const isLoopback = (address: string): boolean => loopback.test(address)
