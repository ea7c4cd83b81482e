import { ageWorld } from './age.ts'
import { advance } from './engine/advance.ts'
import type { Engine } from './engine/engine.ts'
import { emit } from './engine/events.ts'
import { isOver } from './engine/find.ts'
import { toSubscription } from './wire/subscription.ts'

/** The clock of a stand-in: it stands until it is moved, or runs with the machine's. */
export class Clockwork {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  now(): Date {
    const { time, aheadSeconds } = this.#engine.world
    return aheadSeconds === null ? new Date(time * 1000) : new Date(Date.now() + aheadSeconds * 1000)
  }

  /** Lets happen what is due by now. */
  catchUp(): void {
    advance(this.#engine, Math.floor(this.now().getTime() / 1000))
  }

  moveTo(date: Date): void {
    const { world } = this.#engine
    if (world.aheadSeconds !== null) {
      const ahead = Math.ceil((date.getTime() - Date.now()) / 1000)
      world.aheadSeconds = Math.max(world.aheadSeconds, ahead)
    }
    advance(this.#engine, Math.max(Math.floor(date.getTime() / 1000), Math.floor(this.now().getTime() / 1000)))
  }

  /**
   * Lets everything become older while the clock stays where it is, as the machine's does. Subscriptions that go on are
   * told of: their dates are others now.
   */
  pass(seconds: number): void {
    const engine = this.#engine
    this.catchUp()
    advance(engine, engine.world.time + seconds)
    engine.world = ageWorld(engine.world, seconds)
    // A period that has become shorter may be over.
    this.catchUp()
    const live = Object.values(engine.world.subscriptions).filter((subscription) => !isOver(subscription))
    for (const subscription of live)
      emit(engine, 'customer.subscription.updated', toSubscription(engine.world, subscription))
  }
}
