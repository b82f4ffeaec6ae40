import type { IndicatorJob } from '../indicator-job.ts'
import type { EngineCode } from './engine-code.ts'
import type { NextIsolate } from './prepared-isolate.ts'
import { type RunPorts, watchScript } from './watched-script.ts'

/** Computes a custom indicator over bars and posts its outcome. */
export function computeInIsolate(
  job: IndicatorJob,
  engine: EngineCode,
  next: NextIsolate,
  ports: RunPorts,
): Promise<void> {
  const { key, args, instrument, barMs, rows, hasOther } = job
  return watchScript(
    { ...job, kind: 'indicator' },
    ports,
    engine,
    next.take.bind(next),
    async ({ analysis: { parameters, takesOther }, code, run, post }) => {
      if (takesOther && !hasOther) {
        const message = `${key} compares two series: choose the instrument to compare with`
        return post({ type: 'errored', kind: 'script', error: { message }, log: [] })
      }
      const bytes = Buffer.from(job.bars, 'base64')
      const buffer = new SharedArrayBuffer(bytes.length)
      new Uint8Array(buffer).set(bytes)
      const command = { head: { key, parameters, takesOther }, args, instrument, barMs, rows, hasOther }
      const values = await run.compute(code, command, buffer)
      post({ type: 'computed', values, log: await run.log() })
    },
    next.memoryBefore,
  )
}
