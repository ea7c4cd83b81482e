import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import tables from './languages.json' with { type: 'json' }

const names = z.record(z.string(), z.string())
const { languages, scripts, alternatives } = z
  .object({ languages: names, scripts: names, alternatives: z.record(z.string(), z.array(z.string())) })
  .parse(tables)

/** Language data that is always installed. */
export const ENGLISH = 'eng'

/** Tesseract's name of a language; null if it has no data for it. */
export const codeOfLanguage = (tag: string): string | null =>
  languages[tag] ?? languages[tag.split('-')[0] ?? ''] ?? null

/** Tesseract's name of the language that is written most in a script; null for Latin, which many are written in. */
export const codeOfScript = (script: string): string | null => scripts[script] ?? null

/** Languages that a page may be in if another one of their script fits it badly, most frequent first. */
export const alternativesTo = (code: string): readonly string[] => alternatives[code] ?? []

const withOwnScript = new Set([...Object.values(scripts), ...Object.values(scripts).flatMap(alternativesTo)])

/** Whether a language's data reads English letters too. */
export const isLatin = (code: string): boolean => !withOwnScript.has(code)

const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** "Russian": the name of a language in messages. */
export const nameOfCode = (code: string): string => {
  const tag = Object.keys(languages).find((known) => languages[known] === code)
  return (tag === undefined ? undefined : englishNames.of(tag)) ?? code
}

const SCOPE = '@tesseract.js-data'
/** All packages of the scope have this version. */
const VERSION = '1.0.0'
/** The integer variant of the most accurate models, as Tesseract.js uses it. */
const VARIANT = '4.0.0_best_int'

const INSTALL_MS = 60_000

/** Folder of the packages that Precis depends on. */
const ownPackages = resolve(fileURLToPath(import.meta.resolve(`${SCOPE}/eng/package.json`)), '../..')

/** Settings for language data that isn't installed with Precis. */
export interface LanguageDataSettings {
  folder: string
  /** Script of the npm that started this process; null for the `npm` on the PATH. */
  npmScript: string | null
}

/** Where Tesseract.js finds the data of a language. */
interface LanguageFiles {
  langPath: string
  gzip: boolean
}

export interface LanguageData {
  /** Returns the files of a language, which are installed if they are missing; null if that fails. */
  filesOf(code: string): Promise<LanguageFiles | null>
}

/** Where packages of the program `tesseract` put its data. */
const programFolders = [
  '/usr/share/tesseract-ocr/5/tessdata',
  '/usr/share/tesseract-ocr/4.00/tessdata',
  '/usr/share/tesseract/tessdata',
  '/usr/share/tessdata',
  '/opt/homebrew/share/tessdata',
  'C:\\Program Files\\Tesseract-OCR\\tessdata',
]

/**
 * Finds language data, and installs what is missing with npm: all languages together have several hundred megabytes.
 * Where that fails, it uses the data of the program `tesseract` on this machine.
 *
 * @param settings null to use only what is installed with Precis
 */
export function openLanguageData(settings: LanguageDataSettings | null, programs = programFolders): LanguageData {
  const folder = settings?.folder ?? null
  const installing = new Map<string, Promise<void>>()
  const findIn = (folders: readonly string[], name: string): LanguageFiles | null => {
    const langPath = folders.find((data) => existsSync(join(data, name)))
    return langPath === undefined ? null : { langPath, gzip: name.endsWith('.gz') }
  }
  const find = (code: string): LanguageFiles | null =>
    findIn(
      [ownPackages, ...(folder === null ? [] : [join(folder, 'node_modules', SCOPE)])].map((packages) =>
        join(packages, code, VARIANT),
      ),
      `${code}.traineddata.gz`,
    )

  async function install(code: string, into: string): Promise<void> {
    const script = settings?.npmScript ?? null
    const [file, args] = script === null ? ['npm', []] : [process.execPath, [script]]
    // Saved in its package.json: npm removes packages that it doesn't find there.
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', into]
    await promisify(execFile)(file, [...args, 'install', ...flags, `${SCOPE}/${code}@${VERSION}`], {
      timeout: INSTALL_MS,
      shell: process.platform === 'win32' && file === 'npm',
    }).catch(() => {})
  }

  return {
    async filesOf(code) {
      const found = find(code)
      if (found !== null || folder === null) return found
      // One after the other, since each run changes the same files.
      const before = [...installing.values()]
      await installing.getOrInsertComputed(code, async () => {
        await Promise.all(before)
        await install(code, folder)
      })
      return find(code) ?? findIn(programs, `${code}.traineddata`)
    },
  }
}
