import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort, type ServerProcess, spawnServer } from '../../tests/support/process.ts'

const RESTART_AFTER_MS = 100
const LOOK_EVERY_MS = 50
const READY_WITHIN_MS = 60_000
const TAIL_CHARACTERS = 2000

const shiftClock = pathToFileURL(`${import.meta.dirname}/shift-clock.ts`).href

/** A server process that is restarted whenever it exits, as by a supervisor. */
export class Supervised {
  readonly name: string
  readonly origin: string
  /** Unexpected exits of a process that was ready: its last output. */
  readonly faults: string[] = []
  /** Failed starts while the database was unavailable. */
  failedStarts = 0
  starts = 0
  readonly #port: number
  readonly #env: Record<string, string>
  #server: ServerProcess | null = null
  #asked = false
  #over = false
  #loop: Promise<void> = Promise.resolve()

  private constructor(name: string, port: number, env: Record<string, string>) {
    this.name = name
    this.origin = `http://127.0.0.1:${port}`
    this.#port = port
    this.#env = { ...env, NODE_OPTIONS: `--import=${shiftClock}` }
  }

  /** Starts a server without waiting until it is ready. */
  static async start(name: string, env: Record<string, string>): Promise<Supervised> {
    const supervised = new Supervised(name, await freePort(), env)
    supervised.#loop = supervised.#keepRunning()
    return supervised
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    await response?.body?.cancel()
    return response?.ok === true
  }

  async ready(): Promise<void> {
    const until = performance.now() + READY_WITHIN_MS
    while (!(await this.isReady())) {
      if (performance.now() > until) throw new Error(`${this.name} is not ready: ${this.#server?.output() ?? ''}`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Kills the process; it is restarted. */
  async kill(): Promise<void> {
    this.#asked = true
    await this.#server?.stop('SIGKILL')
  }

  /** Sets the clock of the process. */
  jump(): void {
    this.#server?.child.kill('SIGUSR2')
  }

  /** Stops the process permanently, and returns its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    this.#over = true
    this.#asked = true
    const code = (await this.#server?.stop(signal)) ?? null
    await this.#loop
    return code
  }

  /** Last output of the running process. */
  tail(): string {
    return this.#server?.output().slice(-TAIL_CHARACTERS) ?? ''
  }

  async #keepRunning(): Promise<void> {
    while (!this.#over) {
      this.#asked = false
      const server = spawnServer(this.#port, this.#env)
      this.#server = server
      this.starts += 1
      await new Promise((resolve) => server.child.once('exit', resolve))
      if (!this.#asked) this.#noteEnd(server)
      if (!this.#over) await sleep(RESTART_AFTER_MS)
    }
  }

  #noteEnd(server: ServerProcess): void {
    const said = server.output()
    if (said.includes(' is ready at '))
      this.faults.push(`${this.name} ended by itself:\n${said.slice(-TAIL_CHARACTERS)}`)
    else this.failedStarts += 1
  }
}
