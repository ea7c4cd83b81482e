import { describe, expect, it } from 'vitest'
import { consentPage, playerAnswer, robotPage, watchPage } from '../../../../tests/standins/youtube/answers.ts'
import { initialDataOfPage, pageError, playerOfPage } from './requests.ts'

const player = playerAnswer({ videoId: 'aaaaaaaaaaa', title: 'Braces } in "strings" {{' })

describe('a watch page', () => {
  it('contains a player response and initial data', () => {
    const html = watchPage(player, { contents: 1 })
    expect(playerOfPage(html)?.videoDetails?.title).toBe('Braces } in "strings" {{')
    expect(initialDataOfPage(html)).toEqual({ contents: 1 })
  })

  it('reads every form that YouTube writes', () => {
    const json = JSON.stringify(player)
    const coded = json.replaceAll('\\', '\\\\').replaceAll('{', '\\x7b').replaceAll('"', '\\x22')
    for (const script of [
      `window["ytInitialPlayerResponse"] = ${json};`,
      `ytInitialPlayerResponse=${json}`,
      `var ytInitialPlayerResponse = '${coded}';`,
    ]) {
      expect(playerOfPage(`<script>${script}</script>`)?.videoDetails?.videoId).toBe('aaaaaaaaaaa')
    }
  })

  it.each([
    ['nothing', ''],
    ['a name alone', 'ytInitialPlayerResponse'],
    ['no object', 'var ytInitialPlayerResponse = null;'],
    ['an object cut off', 'var ytInitialPlayerResponse = {"playabilityStatus": {"status": "OK"'],
    ['a string cut off', 'var ytInitialPlayerResponse = {"a": "\\'],
    ['another object', 'var ytInitialPlayerResponse = {"a": 1};'],
    ['no JSON', 'var ytInitialPlayerResponse = {a: 1};'],
  ])('has no player with %s', (_, html) => expect(playerOfPage(html)).toBeNull())

  it('limits the time for floods of mentions', () => {
    playerOfPage('ytInitialPlayerResponse = {'.repeat(100_000))
    playerOfPage(`ytInitialPlayerResponse${' '.repeat(500_000)}= {}`)
  })
})

describe('pageError', () => {
  it('distinguishes a consent page from a robot check', () => {
    expect(pageError(consentPage, 'https://www.youtube.com/watch').code).toBe('video_needs_consent')
    expect(pageError('', 'https://consent.youtube.com/m?continue=x').code).toBe('video_needs_consent')
    expect(pageError(robotPage, 'https://www.google.com/sorry/index').code).toBe('video_blocked')
  })
})
