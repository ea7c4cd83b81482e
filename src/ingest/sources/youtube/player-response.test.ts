import { describe, expect, it } from 'vitest'
import { type PlayerOptions, playerAnswer, type TrackOptions } from '../../../../tests/standins/youtube/answers.ts'
import { needsProof, rankTracks, readListedTracks, spokenLanguage, tracksOf } from './caption-tracks.ts'
import { type PlayerResponse, readPlayerResponse } from './player-response.ts'

function player(options: Omit<PlayerOptions, 'videoId'>): PlayerResponse {
  const read = readPlayerResponse(playerAnswer({ videoId: 'aaaaaaaaaaa', ...options }))
  if (read === null) throw new Error('no player answer')
  return read
}

const manual = (languageCode: string): TrackOptions => ({ languageCode })
const asr = (languageCode: string): TrackOptions => ({ languageCode, kind: 'asr' })
const translated: TrackOptions = { languageCode: 'en', kind: 'asr', query: '&tlang=fr' }

describe('tracksOf', () => {
  it('distinguishes manual, automatic and translated tracks', () => {
    expect(tracksOf(player({ tracks: [manual('en'), asr('en'), translated] })).map((track) => track.kind)).toEqual([
      'manual',
      'asr',
      'translation',
    ])
  })

  it('recognizes automatic captions by their id', () => {
    const answer = {
      playabilityStatus: { status: 'OK' },
      captions: {
        playerCaptionsTracklistRenderer: {
          captionTracks: [
            { baseUrl: '/api/timedtext', name: { simpleText: 'English' }, vssId: 'a.en', languageCode: 'en' },
          ],
        },
      },
    }
    expect(tracksOf(readPlayerResponse(answer) ?? player({}))).toEqual([
      { languageCode: 'en', kind: 'asr', name: 'English', vssId: 'a.en', isTranslatable: false, url: '/api/timedtext' },
    ])
  })

  it('returns no tracks without captions', () => expect(tracksOf(player({}))).toEqual([]))
})

describe('spokenLanguage', () => {
  it.each<[string, Omit<PlayerOptions, 'videoId'>, string | null]>([
    ['the sound that was recorded, not dubbed', { tracks: [manual('de'), asr('en')], audio: ['ko', 'en'] }, 'ko'],
    ['what speech recognition heard', { tracks: [manual('de'), asr('fr')] }, 'fr'],
    ['the only language there is', { tracks: [manual('pt-BR')] }, 'pt-BR'],
    ['not known, where several could be', { tracks: [manual('de'), manual('it')] }, null],
    ['not known, where nothing is', {}, null],
  ])('is %s', (_, options, expected) => expect(spokenLanguage(player(options))).toBe(expected))

  it('uses the language of the default captions', () => {
    const answer = playerAnswer({ videoId: 'aaaaaaaaaaa', tracks: [manual('de'), manual('sv')] })
    const shown = JSON.stringify(answer).replace('"audioTracks":[]', '"audioTracks":[{"defaultCaptionTrackIndex":1}]')
    const read = readPlayerResponse(JSON.parse(shown))
    expect(read === null ? null : spokenLanguage(read)).toBe('sv')
  })
})

describe('rankTracks', () => {
  const order = (tracks: TrackOptions[], spoken: string | null): string[] =>
    rankTracks(tracksOf(player({ tracks })), spoken).map((track) => `${track.kind} ${track.languageCode}`)

  it('sorts from manual captions in the spoken language to machine translations', () => {
    expect(order([translated, asr('de'), manual('fr'), manual('en'), asr('es'), manual('es')], 'es')).toEqual([
      'manual es',
      'asr es',
      'manual en',
      'manual fr',
      'asr de',
      'translation en',
    ])
  })

  it('prefers the exact language, then a variant, then other languages', () => {
    expect(order([manual('en'), manual('en-GB'), manual('en-US')], 'en-US')).toEqual([
      'manual en-US',
      'manual en',
      'manual en-GB',
    ])
    expect(order([manual('fr'), manual('zh-Hant')], 'zh')).toEqual(['manual zh-Hant', 'manual fr'])
  })

  it('puts manual captions first if the language is unknown', () => {
    expect(order([asr('de'), manual('fr')], null)).toEqual(['manual fr', 'asr de'])
  })
})

describe('needsProof', () => {
  it.each([
    ['&exp=xpe', true],
    ['&exp=xpv', true],
    ['&exp=xftt,xpe', true],
    ['&exp=xpe&pot=token', false],
    ['&exp=xftt', false],
    ['', false],
  ])('of a URL with %j: %s', (query, expected) => {
    expect(tracksOf(player({ tracks: [{ languageCode: 'en', query }] })).map(needsProof)).toEqual([expected])
  })
})

describe('readListedTracks', () => {
  it("reads yt-dlp's list in the format that times words", () => {
    const list = {
      'en-orig': [
        { ext: 'vtt', url: 'https://www.youtube.com/a?fmt=vtt' },
        { ext: 'json3', url: 'https://www.youtube.com/a?fmt=json3', name: 'English' },
      ],
      fr: [{ ext: 'json3', url: 'https://www.youtube.com/a?tlang=fr' }],
      live_chat: [{ ext: 'json3', url: 'https://www.youtube.com/chat' }],
      de: [{ ext: 'ttml', url: 'https://www.youtube.com/a' }],
      it: 'none',
    }
    expect(readListedTracks(list, 'asr').map(({ languageCode, kind, url }) => [languageCode, kind, url])).toEqual([
      ['en', 'asr', 'https://www.youtube.com/a?fmt=json3'],
      ['fr', 'translation', 'https://www.youtube.com/a?tlang=fr'],
    ])
    expect(readListedTracks(null, 'manual')).toEqual([])
  })
})
