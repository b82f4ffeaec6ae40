import { accessSync, constants, writeSync } from 'node:fs'
import {
  type LogCommand,
  OUT_OF_MEMORY_MARK,
  type RunnerCommand,
  type RunnerEvent,
  RESULT_DESCRIPTOR,
} from '../protocol.ts'
import { checkInIsolate } from './check-in-isolate.ts'
import { computeInIsolate } from './compute-in-isolate.ts'
import { makeCodeCache } from './code-cache.ts'
import { loadEngineCode, type RunnerFiles } from './engine-code.ts'
import { NextIsolate } from './prepared-isolate.ts'
import { DataReplaced } from './read-columns.ts'
import { runInIsolate } from './run-in-isolate.ts'
import { SessionInIsolate } from './session-in-isolate.ts'
import { sweepInIsolate } from './sweep-in-isolate.ts'
import { SweepKeeper } from './sweep-keeper.ts'

/**
 * The runner process. It receives jobs over its channel, one at a time and all of one tenant, and performs each in its
 * own isolate. Its parent ends it. It may read the files named in its argument and nothing else.
 */
const files = JSON.parse(process.argv[2] ?? '{}') as RunnerFiles
const engine = loadEngineCode(files)
const next = new NextIsolate(engine, onCatastrophe)
const keeper = new SweepKeeper(engine, next)
const session = new SessionInIsolate(engine, next, { post, write })
let isStopped = false
const logCommands: LogCommand[] = []

function post(event: RunnerEvent): void {
  process.send?.(event)
}

/** Writes a result as bytes: a message would encode it as JSON, which costs more than the result. */
function write(result: Uint8Array): number {
  for (let done = 0; done < result.length;) done += writeSync(RESULT_DESCRIPTOR, result, done)
  return result.length
}

/** The isolate's thread is lost for good: only the end of the process frees its memory. */
function onCatastrophe(): void {
  writeSync(2, `${OUT_OF_MEMORY_MARK} ${keeper.current}\n`)
  process.kill(process.pid, 'SIGKILL')
}

process.on('message', (command: RunnerCommand) => {
  if (command.type === 'stop') isStopped = true
  else if (command.type === 'log') logCommands.push(command)
  else if (command.type === 'prepare') void prepare()
  else if (command.type === 'session' || command.type === 'take' || command.type === 'finish')
    void session.perform(command)
  else void perform(command)
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const unreadable = files.readable.filter((folder) => !canRead(folder))
const cachedData = engine.cachedData === null ? await makeCodeCache(engine) : undefined
post({
  type: 'ready',
  unreadable,
  memoryBytes: process.memoryUsage.rss(),
  ...(cachedData === undefined ? {} : { cachedData }),
})

async function prepare(): Promise<void> {
  if (await next.prepare()) post({ type: 'prepared' })
}

/** Performs a job and then reports that nothing of it is left. */
async function perform(
  command: Exclude<Extract<RunnerCommand, { readonly job: unknown }>, { type: 'session' }>,
): Promise<void> {
  const ports = { post, write, isStopped: () => isStopped, logCommand: () => logCommands.shift(), onCatastrophe }
  try {
    if (command.type !== 'sweep') keeper.release()
    if (command.type === 'sweep') await sweepInIsolate(command.job, keeper, ports)
    else if (command.type === 'check') await checkInIsolate(command.job, engine, ports)
    else if (command.type === 'indicator') await computeInIsolate(command.job, engine, next, ports)
    else await runInIsolate(command.job, engine, next, ports)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    post({ type: 'failed', message, isDataReplaced: error instanceof DataReplaced })
  }
  isStopped = false
  logCommands.length = 0
  post({ type: 'idle', memoryBytes: process.memoryUsage.rss() })
}

function canRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
