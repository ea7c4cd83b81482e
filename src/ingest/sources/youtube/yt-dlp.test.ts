import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { json3Captions, playerAnswer } from '../../../../tests/standins/youtube/answers.ts'
import { usePrograms } from '../../../../tests/support/programs.ts'
import { sharedParser } from '../../../../tests/support/threads.ts'
import { openVideoSite, readUrl, VIDEO_ID } from '../../../../tests/support/video-site.ts'
import { askYtDlp, fetchSound } from './yt-dlp.ts'

const programs = usePrograms()
const program = programs.write

const printing = (name: string, value: unknown): string => {
  writeFileSync(programs.path(`${name}.json`), JSON.stringify(value))
  return program(name, `cat "${programs.path(name)}.json"`)
}

const described = {
  title: ' On  tides ',
  uploader: 'The Shore',
  duration: 40,
  upload_date: '20260102',
  description: 'About tides.',
  language: 'en',
  thumbnails: [{ url: 'https://i.ytimg.com/vi/x/maxresdefault.jpg', width: 1280, height: 720 }],
  chapters: [{ title: 'The moon', start_time: 0, end_time: 30 }],
  subtitles: { live_chat: [{ ext: 'json', url: 'https://www.youtube.com/chat' }] },
  automatic_captions: {
    fr: [{ ext: 'json3', url: 'https://www.youtube.com/api/timedtext?v=x&lang=en&kind=asr&tlang=fr&fmt=json3' }],
    'en-orig': [
      { ext: 'json3', url: `https://www.youtube.com/api/timedtext?v=${VIDEO_ID}&lang=en&kind=asr&fmt=json3` },
    ],
  },
}

const ask = (path: string, signal = AbortSignal.timeout(10_000)) => askYtDlp({ path, proxyUrl: null }, VIDEO_ID, signal)

describe('yt-dlp', () => {
  it('returns the facts of a video and its tracks, best first', async () => {
    const { facts, tracks } = await ask(printing('describes', described))
    expect(facts).toEqual({
      title: 'On tides',
      channel: 'The Shore',
      description: 'About tides.',
      durationSeconds: 40,
      thumbnails: described.thumbnails,
      publishedAt: '2026-01-02',
      chapters: [{ title: 'The moon', startSeconds: 0 }],
    })
    expect(tracks.map((track) => `${track.kind} ${track.languageCode}`)).toEqual(['asr en', 'translation fr'])
  })

  it('runs without a shell and our environment, on one video, writing nothing', async () => {
    const record = programs.path('record.txt')
    const path = program('records', `{ for a in "$@"; do echo "$a"; done; env; } > "${record}"; echo '{}'`)
    await expect(
      askYtDlp({ path, proxyUrl: 'http://proxy.example:3128' }, VIDEO_ID, AbortSignal.timeout(10_000)),
    ).rejects.toMatchObject({
      code: 'video_no_captions',
    })
    const seen = readFileSync(record, 'utf8').split('\n')
    expect(seen).toEqual(
      expect.arrayContaining([
        '--ignore-config',
        '--no-exec',
        '--skip-download',
        '--no-playlist',
        '--proxy',
        'http://proxy.example:3128',
        '--',
        `https://www.youtube.com/watch?v=${VIDEO_ID}`,
      ]),
    )
    const names = seen.filter((line) => /^[A-Z_]+=/u.test(line)).map((line) => line.split('=')[0])
    expect(
      names.filter((name) => !['PATH', 'LANG', 'PYTHONIOENCODING', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? '')),
    ).toEqual([])
  })

  it.each([
    ['Private video. Sign in if you’ve been granted access', 'video_private'],
    ['Sign in to confirm you’re not a bot', 'video_blocked'],
    ['Join this channel to get access to members-only content', 'video_members_only'],
    ['Video unavailable. This video has been removed', 'video_unavailable'],
    ['unable to download: HTTP Error 429: Too Many Requests', 'video_blocked'],
    ['Traceback (most recent call last)', 'source_unreachable'],
  ])('converts “%s”', async (complaint, code) => {
    const path = program('complains', `echo "ERROR: [youtube] ${VIDEO_ID}: ${complaint}" >&2; exit 1`)
    await expect(ask(path)).rejects.toMatchObject({ code })
  })

  it('reports a missing program, invalid output and endless output', async () => {
    await expect(ask(programs.path('missing'))).rejects.toMatchObject({ code: 'source_unreachable' })
    await expect(ask(program('nonsense', 'echo nonsense'))).rejects.toMatchObject({ code: 'source_unreachable' })
    await expect(
      ask(
        program(
          'endless',
          'while :; do echo "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"; cat /dev/zero | head -c 1000000; done',
        ),
      ),
    ).rejects.toMatchObject({
      code: 'source_unreachable',
    })
  })

  it('is killed with its children when aborted', async () => {
    const controller = new AbortController()
    const started = performance.now()
    setTimeout(() => controller.abort(), 100)
    await expect(ask(program('hangs', 'sleep 30 & sleep 30'), controller.signal)).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('recognizes a live video', async () => {
    await expect(ask(printing('live', { ...described, live_status: 'is_live' }))).rejects.toMatchObject({
      code: 'video_live',
    })
  })

  it('is the last link of the chain', async () => {
    const lines = [[0, 9, 'Tides rise and fall because the moon pulls at the sea, every day.']] as const
    const blocked = {
      body: playerAnswer({
        videoId: VIDEO_ID,
        status: 'LOGIN_REQUIRED',
        reason: 'Sign in to confirm you’re not a bot',
      }),
    }
    const site = await openVideoSite(printing('last', described))
    site.answers({ player: () => blocked, captions: () => ({ body: json3Captions(lines) }) })
    const document = await readUrl(site.ingest)
    expect(document).toMatchObject({
      title: 'On tides',
      author: 'The Shore',
      publishedAt: '2026-01-02',
      sourceInfo: { readAs: 'automatic captions' },
    })
    await site.close()
  })
})

describe('the sound of a video without captions', () => {
  const limits = { maxBytes: 1000, maxMinutes: 240 }
  const silent = { ...described, subtitles: {}, automatic_captions: {} }

  /** Stand-in for yt-dlp: describes a video without captions, and writes its sound to the requested path. */
  function speaking(name: string, write: string): string {
    writeFileSync(programs.path(`${name}.json`), JSON.stringify(silent))
    return program(
      name,
      `echo "$@" >> "${programs.path(`${name}.txt`)}"
      while [ $# -gt 0 ]; do if [ "$1" = --output ]; then file="\${2%.*}.m4a"; fi; shift; done
      if [ -n "$file" ]; then ${write}; fi
      cat "${programs.path(`${name}.json`)}"`,
    )
  }
  const fetchTo = (path: string, signal = AbortSignal.timeout(10_000)) => {
    const target = mkdtempSync(programs.path('sound-'))
    return fetchSound({ path, proxyUrl: null }, VIDEO_ID, { folder: target, limits, signal })
  }

  it('is one file, fetched without another program', async () => {
    const { facts, path } = await fetchTo(speaking('speaks', 'echo sound > "$file"'))
    expect(facts.title).toBe('On tides')
    expect(readFileSync(path, 'utf8')).toBe('sound\n')
    const flags = readFileSync(programs.path('speaks.txt'), 'utf8')
    expect(flags).toMatch(/--ignore-config .*--no-exec .*--fixup never .*--max-filesize 1000 .*duration <=\? 14400/u)
    expect(flags).not.toContain('--skip-download')
  })

  it.each([
    ['is larger than it may be', 'head -c 2000 /dev/zero > "$file"'],
    ['never ends', 'cat /dev/zero > "$file"'],
    ['was left out by yt-dlp for its size or length', ':'],
  ])('that %s is refused', async (name, write) => {
    await expect(fetchTo(speaking(name.replaceAll(' ', '-'), write))).rejects.toMatchObject({
      code: 'source_too_large',
      message: expect.stringMatching(/upload/iu),
    })
  })

  it('stops when aborted', async () => {
    const signal = AbortSignal.timeout(200)
    await expect(fetchTo(speaking('waits', 'sleep 30'), signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('is transcribed, with the facts of the video', async () => {
    const parser = sharedParser()
    const heard: string[] = []
    const site = await openVideoSite(speaking('heard', 'echo sound > "$file"'), {
      recordings: limits,
      parser: {
        ...parser,
        listen: async ({ path }, signal) => {
          heard.push(path)
          expect(existsSync(path)).toBe(true)
          return parser.parse(
            { kind: 'text', content: 'The moon pulls at the sea every single day. '.repeat(9) },
            signal,
          )
        },
      },
    })
    site.answers({ player: () => ({ body: playerAnswer({ videoId: VIDEO_ID, title: 'On tides', tracks: [] }) }) })
    expect(await readUrl(site.ingest)).toMatchObject({
      kind: 'youtube',
      title: 'On tides',
      author: 'The Shore',
      site: 'YouTube',
      url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
    })
    expect(heard.map((path) => existsSync(path))).toEqual([false])
    await site.close()
  })

  it('is asked for as an upload where yt-dlp is missing', async () => {
    const site = await openVideoSite(null, { recordings: limits })
    site.answers({ player: () => ({ body: playerAnswer({ videoId: VIDEO_ID, title: 'On tides', tracks: [] }) }) })
    await expect(readUrl(site.ingest)).rejects.toMatchObject({
      code: 'video_no_captions',
      message: expect.stringContaining('its recording, transcript or subtitles'),
    })
    await site.close()
  })
})
