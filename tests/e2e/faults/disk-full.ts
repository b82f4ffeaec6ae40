import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import type { Installation } from './installation.ts'
import { WorkInProgress } from './work-in-progress.ts'

const BLOCK = Buffer.alloc(1024 * 1024, 1)
/** Below the server's reserve, but enough for the database to continue. */
const LITTLE_MB = 300

/** Fills the file system of the data folder, first below the reserve and then to the last byte, and frees it again. */
export const DISK_FULL: Fault = {
  name: 'disk-full',
  title: 'Disk full and freed again',
  isRepeated: false,
  diskMb: 2500,
  async strike(installation) {
    const work = await WorkInProgress.prepare(installation)
    const problems: string[] = []
    await work.begin()
    const ballast = join(installation.folder, 'ballast')
    fill(ballast, LITTLE_MB)
    problems.push(...(await refusals(work)))
    fill(ballast, 0)
    // The database may fail and recover any number of times.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    rmSync(ballast)
    problems.push(...(await work.losses()))
    problems.push(...(await goesOn(installation, work)))
    return problems
  },
}

/** Writes until no more than `freeMb` is free. */
function fill(path: string, freeMb: number): void {
  const file = openSync(path, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(path)
      if ((bavail * bsize) / BLOCK.length <= freeMb) return
      writeSync(file, BLOCK)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

async function refusals(work: WorkInProgress): Promise<string[]> {
  const refused = await Promise.all([
    work.queueBacktest().then(() => 'a run was accepted', messageOf),
    work.bringBars('BTCUSDT:REFUSED').then(() => 'an upload was accepted', messageOf),
  ])
  for (const text of refused) console.log(`  ${text}`)
  return refused.filter((text) => !/ [45]\d\d .*[MG]B/.test(text) || / 500 /.test(text))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** New work is accepted and performed without a manual restart. */
async function goesOn({ client }: Installation, work: WorkInProgress): Promise<string[]> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const queued = await work.queueBacktest().catch(messageOf)
    if (typeof queued !== 'string') {
      const { status, detail } = await work.ended(`/api/backtest/${queued.id}`)
      await client.call('GET', '/api/instruments')
      return status === 'Completed' ? [] : [`a run after it was ${status} (${detail})`]
    }
    if (performance.now() > deadline) return [`after it no run was accepted: ${queued}`]
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
