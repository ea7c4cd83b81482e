/** Variables that programs need to start; the secrets of the server are not among them. */
const names = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const

/** Environment for programs that the server starts, in the C locale. */
export function childEnvironment(): Record<string, string> {
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
