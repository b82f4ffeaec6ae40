import { expect, it } from 'vitest'
import { attendFeatures } from './attend-features.ts'

it('looks again and again, also after a failure, which it tells once', async () => {
  const seen = { broken: 0, other: 0 }
  const told: string[] = []
  const broken = async (): Promise<void> => {
    seen.broken += 1
    throw new Error('nothing can be read')
  }
  const features = [{ attend: broken }, { attend: async () => void (seen.other += 1) }, {}]
  const stop = attendFeatures(features, { warn: (_, message) => void told.push(message) }, 1)
  await expect.poll(() => Math.min(seen.broken, seen.other)).toBeGreaterThan(2)
  await stop()
  const { other } = seen
  expect(told).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(seen.other).toBe(other)
})
