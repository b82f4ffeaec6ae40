import { expect, it } from 'vitest'
import { openSourceCall } from './open-source-call.ts'
import { SOURCES } from './sources.generated.ts'

const HOUR = 3_600_000

it('a request that waits for its turn ends when the server stops', async () => {
  const [provider] = SOURCES
  if (!provider) throw new Error('There is no provider')
  const closing = new AbortController()
  let asked: () => void = () => undefined
  const waits = new Promise<void>((resolve) => (asked = resolve))
  const take = async (): Promise<number> => {
    asked()
    return HOUR
  }
  const limits = { take, silence: async () => undefined }
  const { signal } = closing
  const call = openSourceCall({ provider, key: null, limits, now: Date.now, patienceMs: 2 * HOUR, signal })
  const answer = expect(call.text('x')).rejects.toMatchObject({ name: 'AbortError' })
  await waits
  closing.abort()
  await answer
})
