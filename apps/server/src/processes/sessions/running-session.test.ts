import { expect, it } from 'vitest'
import { RunningSession, type RunningSessionParts } from './running-session.ts'

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
