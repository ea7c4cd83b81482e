import { SPEECH_RATE } from '../../shared/transcriber.ts'

/** Encodes mono samples from -1 to 1, at `SPEECH_RATE`, as a WAV file of 16 bits. */
export async function toWav(samples: Float32Array): Promise<Uint8Array> {
  // Loaded with the first recording.
  const { AudioSample, AudioSampleSource, BufferTarget, Output, WavOutputFormat } = await import('mediabunny')
  const target = new BufferTarget()
  const output = new Output({ format: new WavOutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'pcm-s16' })
  output.addAudioTrack(source)
  await output.start()
  const facts = { format: 'f32', numberOfChannels: 1, sampleRate: SPEECH_RATE, timestamp: 0 } as const
  const sample = new AudioSample({ data: samples, ...facts })
  await source.add(sample)
  sample.close()
  await output.finalize()
  if (target.buffer === null) throw new Error('The WAV file was not written.')
  return new Uint8Array(target.buffer)
}
