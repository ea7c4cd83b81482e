/** Vitest reporter that names tests that failed and then passed when they were run again: races to fix. */
export default class RetriedTests {
  onTestRunEnd(modules) {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky === true).map((test) => [module, test]),
    )
    if (retried.length === 0) return
    console.log(`\nPassed only when run again (${retried.length}):`)
    for (const [module, test] of retried) {
      const [error] = test.result().errors ?? []
      console.log(
        `- ${module.relativeModuleId}: ${test.fullName}${error === undefined ? '' : `\n  ${error.message.split('\n')[0]}`}`,
      )
    }
  }
}
