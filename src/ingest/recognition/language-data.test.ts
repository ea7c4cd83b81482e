import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLanguageData } from './language-data.ts'

async function folders() {
  const root = await mkdtemp(join(tmpdir(), 'language-data-'))
  onTestFinished(async () => rm(root, { recursive: true, force: true }))
  const [folder, program, npmScript] = [join(root, 'ocr'), join(root, 'tessdata'), join(root, 'npm.mjs')]
  await mkdir(program)
  await writeFile(join(program, 'rus.traineddata'), '')
  // An npm without a registry.
  await writeFile(npmScript, 'process.exit(1)')
  return { folder, program, npmScript }
}

it('uses the data of the program where the package can’t be installed', async () => {
  const { folder, program, npmScript } = await folders()
  const data = openLanguageData({ folder, npmScript }, [join(folder, 'none'), program])
  await expect(data.filesOf('rus')).resolves.toEqual({ langPath: program, gzip: false })
  await expect(data.filesOf('ukr')).resolves.toBeNull()
})

it('prefers an installed package', async () => {
  const { folder, program, npmScript } = await folders()
  const langPath = join(folder, 'node_modules', '@tesseract.js-data', 'rus', '4.0.0_best_int')
  await mkdir(langPath, { recursive: true })
  await writeFile(join(langPath, 'rus.traineddata.gz'), '')
  const data = openLanguageData({ folder, npmScript }, [program])
  await expect(data.filesOf('rus')).resolves.toEqual({ langPath, gzip: true })
})

it('uses only what is installed with Precis without settings', async () => {
  const { program } = await folders()
  const data = openLanguageData(null, [program])
  await expect(data.filesOf('rus')).resolves.toBeNull()
  await expect(data.filesOf('eng')).resolves.toMatchObject({ gzip: true })
})
