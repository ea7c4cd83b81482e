import { expect, it } from 'vitest'
import { buildDocx, paragraph } from '../../../../tests/support/files/build-docx.ts'
import { parseDocx } from '../docx/parse-docx.ts'

it.each(['jsmith/ABC-123', 'Microsoft Office User', 'LEG-SEC'])(
  'shows no author where %s is named',
  async (creator) => {
    const core = `<dc:creator>${creator}</dc:creator>`
    expect((await parseDocx(buildDocx({ body: paragraph('Tides.'), core }))).author).toBeNull()
  },
)
