import type { TextBlock } from '../page.ts'

/** Lines that only the controls of a video player have: video.js, Brightcove, JW Player and those built on them. */
const control =
  /^(?:(?:video|audio) player is loading\.?|play video|current time[: ]*\d.*|duration[: ]*[\d-].*|loaded ?:.*%.*|progress ?:.*%.*|stream type.*|seek to live.*|remaining time.*|playback rate|(?:descriptions|captions|subtitles) (?:off|settings) ?,.*|.{0,40}\(main\) ?, selected|audio track|picture-in-picture(?: \(pip\))?|(?:non-)?fullscreen|this is a modal window\..*|the media could not be loaded.*|beginning of dialog window\..*|end of dialog window\.?|close modal dialog.*|(?:text|background|window|caption area background) ?color.*(?:black|white).*|font size ?50%.*|text edge style.*|font family.*sans-serif.*|reset ?restore all settings.*|volume \d+%|quality levels)$/iu

/** Short lines that controls have and articles may have too. */
const maybeControl =
  /^(?:play|pause|replay|mute|unmute|live|share|settings|quality|auto|chapters|descriptions|captions|subtitles|cc|audio|done|close|skip ad|next|previous|advertisement|[/|]|-?\d{1,2}:\d{2}(?::\d{2})?|\d(?:\.\d+)?x|\d{3,4}p|\d{1,3}%)$/iu

/** As many certain lines make a run of such lines a player. */
const MIN_CONTROLS = 2

/** Leaves out runs of lines that label the controls of a video player. */
export function dropPlayerControls(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = []
  let run: TextBlock[] = []
  let certain = 0
  const endRun = (): void => {
    if (certain < MIN_CONTROLS) kept.push(...run)
    run = []
    certain = 0
  }
  for (const block of blocks) {
    const isCertain = control.test(block.text)
    if (isCertain || maybeControl.test(block.text)) {
      run.push(block)
      certain += isCertain ? 1 : 0
    } else {
      endRun()
      kept.push(block)
    }
  }
  endRun()
  return kept
}
