// Performs the runs that its parent sends, as a runner does, and answers each with its end. Its parent chooses V8's tier.
import { setFlagsFromString } from 'node:v8'
import type { RunJob } from '../../packages/sandbox/src/run-job.ts'
import { leasedEngine } from '../../packages/sandbox/src/runner/engine-code.fixture.ts'
import type { PreparedIsolate } from '../../packages/sandbox/src/runner/load-isolate.ts'
import { NextIsolate } from '../../packages/sandbox/src/runner/prepared-isolate.ts'
import { runInIsolate } from '../../packages/sandbox/src/runner/run-in-isolate.ts'
import type { RunnerEvent } from '../../packages/sandbox/src/protocol.ts'

const [flags = ''] = process.argv.slice(2)
const { engine } = await leasedEngine()

/** Repeats the flags that a runner changes while it runs. */
class IsolateOfTier extends NextIsolate {
  override async take(...values: Parameters<NextIsolate['take']>): Promise<PreparedIsolate> {
    const prepared = await super.take(...values)
    for (const flag of flags.split(' ')) setFlagsFromString(flag)
    return prepared
  }
}

const next = new IsolateOfTier(engine, () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (job: RunJob) => void perform(job))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('idle')

async function perform(job: RunJob): Promise<void> {
  await runInIsolate(job, engine, next, {
    post: (event: RunnerEvent) => {
      if (event.type === 'done' || event.type === 'errored') process.send?.(event)
    },
    write: ({ length }) => length,
    isStopped: () => false,
    logCommand: () => undefined,
    onCatastrophe: () => undefined,
  })
  process.send?.('idle')
}
