/** Clock offset of a process after each signal, in turn. */
const SHIFTS_MS = [20 * 60_000, -15 * 60_000, 0]

const SystemDate = Date
let signals = 0
let shiftMs = 0

// Preloaded into a server: SIGUSR2 makes its clock jump. PostgreSQL, timers and performance.now() are unaffected, as
// when a clock is set.
globalThis.Date = class extends SystemDate {
  constructor(...given: [] | [number | string | Date] | Parameters<typeof Date.UTC>) {
    if (given.length === 0) super(SystemDate.now() + shiftMs)
    // @ts-expect-error -- the parameters of a constructor with several forms cannot be handed on as one
    else super(...given)
  }

  static override now(): number {
    return SystemDate.now() + shiftMs
  }
} as DateConstructor

process.on('SIGUSR2', () => {
  shiftMs = SHIFTS_MS[signals % SHIFTS_MS.length] ?? 0
  signals += 1
})
