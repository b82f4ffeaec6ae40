import { afterEach, describe, expect, it, vi } from 'vitest'
import { RunningSession, type RunningSessionParts } from './running-session.ts'
import { RunnerLost } from './session-answers.ts'
import { SessionStore } from './session-store.ts'

afterEach(() => void vi.restoreAllMocks())

it('says once why it cannot go on, however often it tries', async () => {
  const failures: string[] = []
  const tries = { count: 0 }
  const refuse = (): never => {
    tries.count += 1
    throw new Error('the database is away')
  }
  const onFailure = (message: string): void => void failures.push(message)
  const parts = { db: { transaction: refuse }, row: { id: 'a' }, lease: { epoch: 1 }, onFailure }
  const session = new RunningSession(parts as unknown as RunningSessionParts)
  await expect
    .poll(() => {
      session.wake()
      return tries.count
    })
    .toBeGreaterThan(2)
  await session.leave()
  expect(failures).toEqual(['the database is away'])
})

describe('a session that cannot go on', () => {
  const MINUTE_MS = 60_000

  /** Fails each time it is begun, as long after the last time. Returns how often, and how it ended. */
  async function lived(failure: Error, everyMs: number, tries: number) {
    let begun = 0
    const at = vi.spyOn(performance, 'now')
    const left = Promise.withResolvers<null>()
    vi.spyOn(SessionStore.prototype, 'take').mockImplementation(async () => {
      begun += 1
      at.mockReturnValue(begun * everyMs)
      if (begun > tries) return left.promise
      throw failure
    })
    const end = vi.spyOn(SessionStore.prototype, 'end').mockResolvedValue(true)
    vi.spyOn(SessionStore.prototype, 'keepLast').mockResolvedValue(undefined as never)
    const parts = { row: { id: 'a' }, lease: { epoch: 1 }, onFailure: () => {}, onChange: () => {}, now: Date.now }
    const session = new RunningSession(parts as unknown as RunningSessionParts)
    const isDone = (): boolean => {
      session.wake()
      return end.mock.calls.length > 0 || begun > tries
    }
    await expect.poll(isDone).toBe(true)
    left.resolve(null)
    await session.ended
    return [Math.min(begun, tries), end.mock.calls[0]?.slice(0, 2)]
  }

  it.each([
    ['whose runner is lost again and again', new RunnerLost('out of memory'), 'out of memory'],
    ['whose work fails again and again', new Error('no such position'), 'no such position'],
  ])(
    '%s ends with a reason after five times in ten minutes, however steady it was in between',
    async (_, error, why) => {
      expect(await lived(error, 2 * MINUTE_MS, 20)).toEqual([5, ['Failed', `It cannot continue: ${why}`]])
    },
  )

  it('now and then is tried again', async () => {
    expect(await lived(new RunnerLost('killed'), 3 * MINUTE_MS, 12)).toEqual([12, undefined])
  })
})
