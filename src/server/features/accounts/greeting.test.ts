import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it.each(['Ada', 'Anne-Marie', 'D’Arcy', "O'Neil", 'María José', 'Łukasz', 'Nguyễn', '小明', 'محمد', 'प्रिया', ' Ada '])(
  'greets by name: %s',
  (name) => {
    expect(greeting(name)).toBe(`Hello ${name.trim()},`)
  },
)

it.each([
  null,
  '',
  'http://evil.example click',
  'evil.example',
  'www.evil.example',
  'ada@evil.example',
  'Ada\r\nBcc: eve@evil.example',
  '<b>Ada</b>',
  'Call 0800 555',
  'You have won a car today',
  'evil․example',
  'a'.repeat(41),
  'evil\u200b.example',
  '‮ada',
])('leaves out what is more than a name: %j', (name) => {
  expect(greeting(name)).toBe('Hello,')
})
