import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { ProcessDefinition } from './process-definition.ts'

/** A running process, as its owner handles it. */
export interface Carrier {
  /** Absent if it could not be started. */
  readonly pid: number | undefined
  send(message: unknown): void
  /** Hands over the key that it waits for, null if there is none, and clears it here. Only for those with a pipe. */
  giveKey?(key: Uint8Array | null): void
  /** Asks it to end; kills it if it has not ended after a while. */
  stop(): void
  kill(): void
  /** Resolves, once its last message was delivered, to whether its heap was full and what it threw. */
  readonly ended: Promise<CarrierEnd>
}

interface CarrierEnd {
  readonly isHeapFull: boolean
  readonly error?: unknown
}

/** Time between the request to stop and the kill. */
const GRACE_MS = 2000

/** Where a process reads its key. */
export const KEY_PIPE = 3

/**
 * A server that runs from its bundle has those of its services beside it: loading hundreds of modules from their sources takes
 * seconds, while traders wait. A newer build may have removed them.
 */
function startFile({ name, entry }: ProcessDefinition): URL | string {
  const [, program = ''] = process.argv
  if (basename(program) !== 'server.js') return entry
  const bundle = join(dirname(program), 'processes', name, 'main.js')
  return existsSync(bundle) ? bundle : entry
}

export function openCarrier(definition: ProcessDefinition, onMessage: (message: unknown) => void): Carrier {
  const { limits, hasKeyPipe = false } = definition
  const child = fork(startFile(definition), {
    execArgv: [`--max-old-space-size=${limits.heapMb}`],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', ...(hasKeyPipe ? ['pipe' as const] : []), 'ipc'],
    serialization: 'advanced',
  })
  child.on('message', onMessage)
  const kill = (): void => void child.kill('SIGKILL')
  const ended = endOf(child)
  return {
    pid: child.pid,
    send: (message) => child.send(message as object, (error) => error && kill()),
    ...(hasKeyPipe ? { giveKey: (key) => giveKey(child, key) } : {}),
    stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(kill, GRACE_MS)
      void ended.then(() => clearTimeout(timer))
    },
    kill,
    ended,
  }
}

function giveKey(child: ChildProcess, key: Uint8Array | null): void {
  const pipe = child.stdio[KEY_PIPE] as Writable
  const clear = (): void => void key?.fill(0)
  // The child may have died; its owner notices.
  pipe.on('error', clear)
  pipe.end(key ?? new Uint8Array(), clear)
}

function endOf(child: ChildProcess): Promise<CarrierEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isHeapFull: false, error }))
    child.once('exit', (code, signal) => {
      // Node aborts when its heap is full.
      const end = { isHeapFull: signal === 'SIGABRT' || code === 134 }
      // Its last messages may still be in transit.
      if (child.connected) child.once('disconnect', () => resolve(end))
      else resolve(end)
    })
  })
}
