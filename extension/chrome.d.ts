/** The parts of the extension API that the popup uses (https://developer.chrome.com/docs/extensions/reference/api). */
declare const chrome: {
  runtime: { getManifest: () => { host_permissions: string[] } }
  tabs: {
    query: (query: { active: true; currentWindow: true }) => Promise<{ id?: number; url?: string }[]>
    create: (options: { url: string }) => Promise<unknown>
  }
  scripting: {
    executeScript: <T>(injection: {
      target: { tabId: number }
      world: 'MAIN'
      func: () => Promise<T>
    }) => Promise<{ result?: T }[]>
  }
}
