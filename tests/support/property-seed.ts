import fc from 'fast-check'

/**
 * Property tests take the same cases in each run, so that a failure tells of the change at hand and comes again. New
 * cases are looked for with PROPERTY_SEED=random, and one run's again with the seed it has named.
 */
const { PROPERTY_SEED: chosen = '20261122' } = process.env

if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) })
