import { expect, it } from 'vitest'
import { readOperatorConfig } from '../../../platform/config/config.ts'
import { linkUrl } from './email-links.ts'

it.each(['https://precis.example', 'https://precis.example/'])('builds a page URL on %s', (appUrl) => {
  expect(linkUrl({ config: readOperatorConfig({ APP_URL: appUrl }) }, '/reset-password', 'a-b_c')).toBe(
    'https://precis.example/reset-password?token=a-b_c',
  )
})
