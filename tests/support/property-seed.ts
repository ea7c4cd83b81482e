import fc from 'fast-check'

/**
 * Property tests use the same cases in each run, so that a failure is caused by the change at hand and can be repeated.
 * PROPERTY_SEED=random looks for new cases; the seed that a run prints repeats it.
 */
const { PROPERTY_SEED: chosen = '20261122' } = process.env

if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) })
