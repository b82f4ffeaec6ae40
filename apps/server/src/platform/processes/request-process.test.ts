import { UserError } from '@tradeloom/domain'
import { afterEach, describe, expect, it } from 'vitest'
import type { RequestProcessDefinition } from './process-definition.ts'
import { RequestProcess } from './request-process.ts'
import type { EchoRequest } from './testing/echo-main.ts'

type Echo = RequestProcessDefinition<EchoRequest, unknown, number>

const ECHO: Echo = {
  name: 'echo',
  entry: new URL('testing/echo-main.ts', import.meta.url),
  atOnce: 1,
  idleMs: 0,
  limits: { heapMb: 64, silenceMs: 200_000 },
}

const opened: RequestProcess<EchoRequest, unknown, number>[] = []
function open(more: Partial<Echo> = {}): RequestProcess<EchoRequest, unknown, number> {
  const one = new RequestProcess({ ...ECHO, ...more })
  opened.push(one)
  return one
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a process', () => {
  it('answers with the bytes that it was sent, after its reports', async () => {
    const echo = open()
    expect(await echo.ask(() => ({ do: 'echo', bytes: Uint8Array.of(1, 2, 255) }))).toEqual(Uint8Array.of(1, 2, 255))
    const reports: number[] = []
    await echo.ask(() => ({ do: 'report', times: 3 }), { onProgress: (n) => reports.push(n) })
    expect(reports).toEqual([1, 2, 3])
  })

  it('hands on what its user can resolve as a UserError, and bugs as other errors', async () => {
    const echo = open()
    await expect(echo.ask(() => ({ do: 'refuse' }))).rejects.toEqual(new UserError('no-data', 'There is none'))
    const bug = await echo.ask(() => ({ do: 'fail' })).catch((error: unknown) => error)
    expect(bug).not.toBeInstanceOf(UserError)
    expect(String(bug)).toMatch(/a bug/)
  })

  it.each([
    ['its heap is full', 'fill', 'heap', 200_000],
    ['it exits', 'exit', 'crash', 200_000],
    ['it is silent for too long', 'hang', 'silence', 300],
  ] as const)('fails the request when %s, and answers the next one', async (_, what, reason, silenceMs) => {
    const echo = open({ idleMs: 60_000, limits: { heapMb: 64, silenceMs } })
    await expect(echo.ask(() => ({ do: what }))).rejects.toMatchObject({ name: 'ProcessEnded', reason })
    const next = open()
    expect(await next.ask(() => ({ do: 'report', times: 1 }))).toBe(1)
  })

  it('ends an aborted request with the reason of its signal, and one in progress when it stops', async () => {
    const echo = open({ atOnce: 2 })
    const abort = new AbortController()
    const aborted = echo.ask(() => ({ do: 'hang' }), { signal: abort.signal })
    abort.abort(new Error('canceled'))
    await expect(aborted).rejects.toThrow(/canceled/)
    const hanging = echo.ask(() => ({ do: 'hang' }))
    const stopped = expect(hanging).rejects.toThrow()
    await echo.stop()
    await stopped
    await expect(echo.ask(() => ({ do: 'pid' }))).rejects.toThrow(/The server stops/)
  })
})

it('a process with idle time answers several requests, one without it answers one', async () => {
  const idle = open({ idleMs: 60_000 })
  expect(await idle.ask(() => ({ do: 'pid' }))).toBe(await idle.ask(() => ({ do: 'pid' })))
  const short = open()
  expect(await short.ask(() => ({ do: 'pid' }))).not.toBe(await short.ask(() => ({ do: 'pid' })))
})

it('waiting requests are read only when it is their turn', async () => {
  const echo = open()
  const read: number[] = []
  const started = Promise.withResolvers<void>()
  const first = echo.ask(async () => {
    read.push(1)
    await started.promise
    return { do: 'pid' }
  })
  const second = echo.ask(() => {
    read.push(2)
    return { do: 'pid' }
  })
  await new Promise((done) => setImmediate(done))
  expect(read).toEqual([1])
  started.resolve()
  await Promise.all([first, second])
  expect(read).toEqual([1, 2])
})

it('a stopped process leaves no child behind', async () => {
  const echo = open({ idleMs: 60_000 })
  const pid = (await echo.ask(() => ({ do: 'pid' }))) as number
  expect(isAlive(pid)).toBe(true)
  await echo.stop()
  expect(isAlive(pid)).toBe(false)
})
